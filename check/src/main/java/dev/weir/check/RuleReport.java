package dev.weir.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/**
 * Collects the results of the contract's tests for each rule. The name of a test begins with the id of its rule. JUnit
 * calls this listener on the thread of the tests.
 */
final class RuleReport implements TestExecutionListener {
    private static final int LONGEST_REASON = 300;

    /** An invocation of a test that failed or did not run. */
    private record Finding(String test, String invocation, String reason) {
        String line(long more) {
            String others = more == 0 ? "" : " (and %d more)".formatted(more);
            return "     %s%s: %s%s".formatted(test, invocation, reason, others);
        }
    }

    private static final class Rule {
        int passed;
        final List<Finding> broken = new ArrayList<>();
        final List<Finding> unchecked = new ArrayList<>();

        Stream<String> lines(String id) {
            String reasons = unchecked.stream().map(Finding::reason).distinct().collect(Collectors.joining(", "));
            String others = unchecked.isEmpty() ? "" : "; %d not checked: %s".formatted(unchecked.size(), reasons);
            if (!broken.isEmpty()) {
                String line =
                        "%-5sbroken       %d of %d%s".formatted(id, broken.size(), broken.size() + passed, others);
                Map<String, List<Finding>> byTest = broken.stream()
                        .collect(Collectors.groupingBy(Finding::test, TreeMap::new, Collectors.toList()));
                return Stream.concat(
                        Stream.of(line),
                        byTest.values().stream().map(all -> all.getFirst().line(all.size() - 1)));
            }
            return Stream.of(
                    passed > 0
                            ? "%-5s%-13s%d%s".formatted(id, isKept() ? "kept" : "kept in part", passed, others)
                            : "%-5snot checked  %s".formatted(id, reasons));
        }

        /** Returns whether all tests of the rule ran and passed. */
        boolean isKept() {
            return passed > 0 && broken.isEmpty() && unchecked.isEmpty();
        }

        boolean isKeptInPart() {
            return passed > 0 && broken.isEmpty() && !unchecked.isEmpty();
        }
    }

    private final Map<String, Rule> rules = new TreeMap<>();

    /** Returns the id of the rule that a test checks, such as D03 for {@code d03_oneRangeIsThatPartOfTheFile}. */
    static String rule(String method) {
        return method.split("_", 2)[0].toUpperCase(Locale.ROOT);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        @Nullable Throwable failure = result.getThrowable().orElse(null);
        Optional<String> needed = aborted(failure);
        if (needed.isPresent()) {
            rule(test).unchecked.add(finding(test, needed.get()));
        } else if (failure != null) {
            rule(test).broken.add(finding(test, reason(failure)));
        } else if (test.isTest()) {
            rule(test).passed++;
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        rule(test).unchecked.add(finding(test, reason));
    }

    private Rule rule(TestIdentifier test) {
        return rules.computeIfAbsent(method(test).map(RuleReport::rule).orElse("-"), _ -> new Rule());
    }

    private static Optional<String> method(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName());
    }

    /** Creates a finding. Removes the rule's id from the start of the test's name. */
    private static Finding finding(TestIdentifier test, String reason) {
        String method = method(test).orElse(test.getDisplayName());
        String invocation = test.getDisplayName();
        return new Finding(
                method.substring(method.indexOf('_') + 1),
                invocation.startsWith("[") ? " " + oneLine(invocation) : "",
                reason);
    }

    private static Optional<String> aborted(@Nullable Throwable failure) {
        return Stream.iterate(failure, found -> found != null, Throwable::getCause)
                .filter(TestAbortedException.class::isInstance)
                .map(found -> String.valueOf(found.getMessage()))
                .findFirst();
    }

    private static String reason(Throwable failure) {
        boolean said = failure instanceof AssertionError && failure.getMessage() != null;
        return oneLine(said ? String.valueOf(failure.getMessage()) : failure.toString());
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " ...";
    }

    boolean hasRule(String start) {
        return rules.keySet().stream().anyMatch(rule -> rule.startsWith(start));
    }

    boolean hasKept() {
        return count(Rule::isKept) + count(Rule::isKeptInPart) > 0;
    }

    boolean isBroken() {
        return rules.values().stream().anyMatch(rule -> !rule.broken.isEmpty());
    }

    /** Returns a line for each rule, and the totals. After a broken rule, adds a line for each failed test. */
    List<String> lines() {
        Stream<String> found =
                rules.entrySet().stream().flatMap(rule -> rule.getValue().lines(rule.getKey()));
        long broken = count(rule -> !rule.broken.isEmpty());
        long kept = count(Rule::isKept);
        long inPart = count(Rule::isKeptInPart);
        String sum = "%d rules kept, %d kept in part, %d broken, %d not checked"
                .formatted(kept, inPart, broken, rules.size() - kept - inPart - broken);
        return Stream.concat(found, Stream.of(sum)).toList();
    }

    private long count(Predicate<Rule> which) {
        return rules.values().stream().filter(which).count();
    }
}
