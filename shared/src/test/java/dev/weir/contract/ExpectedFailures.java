package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Lets exactly those rules fail that {@code docs/idiomatic.md} lists for a contender.
 *
 * <p>The listed tests run like all others. The class fails when one of them passes, or when the document lists a test
 * that the suite does not have. A parameterized test counts as failed when one of its invocations fails.
 */
public final class ExpectedFailures implements InvocationInterceptor, BeforeAllCallback, AfterAllCallback {
    private static final Path LIST = Path.of("../docs/idiomatic.md");
    /** A row of the table: a test, and the contenders that fail it. */
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([\\w, -]+) \\| .+ \\|");

    private final Set<String> expected;
    private final Map<String, Boolean> failed = new ConcurrentHashMap<>();

    private ExpectedFailures(Set<String> expected) {
        this.expected = expected;
    }

    /** The expected failures of a contender, such as {@code reactive-idiomatic}. */
    public static ExpectedFailures of(String contender) {
        return new ExpectedFailures(rows().entrySet().stream()
                .filter(row -> row.getValue().contains(contender.replace("-idiomatic", "")))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
    }

    private static Map<String, Set<String>> rows() {
        Map<String, Set<String>> rows = new HashMap<>();
        try {
            for (String line : Files.readAllLines(LIST)) {
                Matcher row = ROW.matcher(line);
                if (row.matches()) {
                    rows.put(row.group(1), Set.of(row.group(2).split(", ")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(rows).as(LIST.toString()).isNotEmpty();
        return rows;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Set<String> tests = Arrays.stream(context.getRequiredTestClass().getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet());
        assertThat(tests).as("tests that %s names", LIST).containsAll(expected);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        expect(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        expect(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        expect(invocation, context);
    }

    private void expect(Invocation<@Nullable Void> invocation, ExtensionContext context) throws Throwable {
        String test = context.getRequiredTestMethod().getName();
        if (!expected.contains(test)) {
            invocation.proceed();
            return;
        }
        failed.putIfAbsent(test, false);
        try {
            invocation.proceed();
        } catch (Throwable e) {
            failed.put(test, true);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(failed.entrySet().stream().filter(test -> !test.getValue()).map(Map.Entry::getKey))
                .as("rules that are kept now: take them off the list in %s", LIST)
                .isEmpty();
    }
}
