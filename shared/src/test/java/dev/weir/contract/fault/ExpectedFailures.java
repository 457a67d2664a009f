package dev.weir.contract.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Patience;
import dev.weir.contract.connection.Transport;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Lets exactly those tests fail that {@code docs/idiomatic.md} lists for the tested model. The document lists tests
 * only for models in plain Spring (the style {@code idiomatic}).
 *
 * <p>The listed tests run like all others. Only a failed assertion, or a wait that timed out, counts as the expected
 * failure. Any other exception fails the test, and so does a failed {@code @AfterEach} method. The class fails when a
 * listed test passes. A parameterized test counts as failed when one of its invocations fails.
 */
public final class ExpectedFailures implements InvocationInterceptor, AfterAllCallback {
    private final Set<String> expected;
    private final Map<String, Boolean> failed = new ConcurrentHashMap<>();

    private ExpectedFailures(Set<String> expected) {
        this.expected = expected;
    }

    public static ExpectedFailures of(String contender) {
        return of(contender, Transport.CLEAR);
    }

    public static ExpectedFailures of(String contender, Transport transport) {
        return only(ListedFailure.all().stream()
                .filter(row -> row.isOf(contender.replace("-idiomatic", ""), transport))
                .map(ListedFailure::test)
                .collect(Collectors.toSet()));
    }

    static ExpectedFailures only(Set<String> tests) {
        return new ExpectedFailures(tests);
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

    private void expect(Invocation<@Nullable Void> invocation, ExtensionContext context) throws Throwable {
        String test = context.getRequiredTestMethod().getName();
        if (!expected.contains(test)) {
            invocation.proceed();
            return;
        }
        failed.putIfAbsent(test, false);
        try (var _ = Patience.shorten()) {
            invocation.proceed();
        } catch (AssertionError | ConditionTimeoutException e) {
            failed.put(test, true);
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof SocketTimeoutException)) { // a wait for the server that timed out
                throw e;
            }
            failed.put(test, true);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(failed.entrySet().stream().filter(test -> !test.getValue()).map(Map.Entry::getKey))
                .as("tests that pass now: remove them from the list in %s", ListedFailure.LIST)
                .isEmpty();
    }
}
