package dev.weir.contract.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.weir.contract.ServerContract;
import dev.weir.contract.connection.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class ExpectedFailuresTest {
    @Test
    void aFailedAssertionIsExpected() {
        EngineExecutionResults results = run(FailsAsExpected.class);
        results.testEvents().assertStatistics(all -> all.started(5).succeeded(5));
        results.containerEvents().assertStatistics(all -> all.failed(0));
    }

    @Test
    void anyOtherExceptionFailsTheTest() {
        run(FailsOtherwise.class)
                .testEvents()
                .failed()
                .assertEventsMatchLoosely(
                        finishedWithFailure(instanceOf(IOException.class)),
                        finishedWithFailure(instanceOf(UncheckedIOException.class)));
    }

    @Test
    void aFailureOfTheCleanUpFailsTheTest() {
        run(LeavesSomething.class)
                .testEvents()
                .assertStatistics(all -> all.started(1).failed(1));
    }

    @Test
    void aTestThatPassesFailsTheClass() {
        EngineExecutionResults results = run(Passes.class);
        results.testEvents().assertStatistics(all -> all.succeeded(1));
        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(finishedWithFailure(instanceOf(AssertionError.class)));
    }

    @Test
    void aTestThatIsNotListedFails() {
        run(FailsUnlisted.class).testEvents().assertStatistics(all -> all.failed(1));
    }

    @Test
    void everyRowNamesATestOfTheContract() {
        assertThat(ListedFailure.all())
                .isNotEmpty()
                .extracting(ListedFailure::test)
                .isSubsetOf(tests());
        assertThat(tests()).hasSizeGreaterThan(100).doesNotContain("everyDownloadHasEnded");
    }

    private static Set<String> tests() {
        return new ClassFileImporter()
                .importPackagesOf(ServerContract.class).stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method ->
                                method.isAnnotatedWith(Test.class) || method.isAnnotatedWith(ParameterizedTest.class))
                        .filter(method -> method.getOwner().isInterface())
                        .map(JavaMethod::getName)
                        .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| `a` | async | HTTP/1.1 |",
                "| `a` | asink | HTTP/1.1 | why |",
                "| `a` | async | HTTP/3 | why |",
                "| `a b` | async | TLS | why |",
                "| `a` | async, | TLS | why |"
            })
    void aRowThatCannotBeReadIsFound(String row) {
        assertThatThrownBy(() -> ListedFailure.of(row)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aRowHoldsForItsModelsAndTransports() {
        ListedFailure row = ListedFailure.of("| `a` | async, virtual | TLS, HTTP/2 | why |");
        assertThat(row.test()).isEqualTo("a");
        assertThat(row.isOf("virtual", Transport.H2)).isTrue();
        assertThat(row.isOf("virtual", Transport.CLEAR)).isFalse();
        assertThat(row.isOf("reactive", Transport.H2)).isFalse();
    }

    private static EngineExecutionResults run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute();
    }

    static final class FailsAsExpected {
        @RegisterExtension
        static final ExpectedFailures LISTED =
                ExpectedFailures.only(Set.of("asserts", "awaits", "listens", "sometimes"));

        @Test
        void asserts() {
            assertThat(1).isEqualTo(2);
        }

        @Test
        void awaits() {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .atMost(Duration.ofMillis(1))
                    .until(() -> false);
        }

        @Test
        void listens() {
            fail(new SocketTimeoutException());
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void sometimes(int value) {
            assertThat(value).isEqualTo(2);
        }
    }

    static final class FailsOtherwise {
        @RegisterExtension
        static final ExpectedFailures LISTED = ExpectedFailures.only(Set.of("reads", "connects"));

        @Test
        void reads() throws IOException {
            assertThat(Files.readString(Path.of("/no/such/file"))).isEmpty();
        }

        @Test
        void connects() {
            fail(new ConnectException());
        }
    }

    private static void fail(IOException cause) {
        if (cause.getMessage() == null) { // always; Error Prone warns about a method that only throws
            throw new UncheckedIOException(cause);
        }
    }

    static final class LeavesSomething {
        @RegisterExtension
        static final ExpectedFailures LISTED = ExpectedFailures.only(Set.of("asserts"));

        @Test
        void asserts() {
            assertThat(1).isEqualTo(2);
        }

        @AfterEach
        void cleanUp() {
            assertThat(1).isEqualTo(3);
        }
    }

    static final class Passes {
        @RegisterExtension
        static final ExpectedFailures LISTED = ExpectedFailures.only(Set.of("asserts"));

        @Test
        void asserts() {
            assertThat("a").isNotEmpty();
        }
    }

    static final class FailsUnlisted {
        @RegisterExtension
        static final ExpectedFailures LISTED = ExpectedFailures.only(Set.of("another"));

        @Test
        void asserts() {
            assertThat(1).isEqualTo(2);
        }
    }
}
