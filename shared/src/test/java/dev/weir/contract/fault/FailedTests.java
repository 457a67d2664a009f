package dev.weir.contract.fault;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.weir.contract.connection.Patience;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs a test class, and collects the tests that fail. */
final class FailedTests {
    private FailedTests() {}

    /** Runs a test class. Returns the name of each test method that failed, with the reason of the failure. */
    static Map<String, String> of(Class<?> tests) {
        Map<String, String> failures = new TreeMap<>();
        try (var _ = Patience.shorten()) {
            EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests)).execute().testEvents().failed().stream()
                    .forEach(event -> failures.put(test(event), reason(event)));
        }
        return failures;
    }

    private static String test(Event event) {
        return ((MethodSource) event.getTestDescriptor().getSource().orElseThrow()).getMethodName();
    }

    private static String reason(Event event) {
        return String.valueOf(event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElse(null));
    }
}
