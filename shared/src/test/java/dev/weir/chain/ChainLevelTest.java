package dev.weir.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests one level of a chain of calls: how long it waits for the next level, and how it reports a failure. */
class ChainLevelTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /**
     * The first of {@code all} levels waits for a minute. Each deeper level must wait for less time than the level that
     * calls it, but for at least half a minute. So the deepest level that gets no answer gives up first.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "20", "20000"})
    void a09_aDeeperLevelIsLessPatientButNeverLessThanHalf(int all) {
        assertThat(level(all, 0).patience()).isEqualTo(MINUTE);
        for (int depth = 1; depth < all; depth++) {
            assertThat(level(all, depth).patience())
                    .isBetween(MINUTE.dividedBy(2), level(all, depth - 1).patience());
            assertThat(level(all, depth).patience())
                    .isNotEqualTo(level(all, depth - 1).patience());
        }
    }

    @ParameterizedTest
    @MethodSource
    void a09_aFailureHasConstantWords(Throwable failure, int status, String reason) {
        assertTold(level(20, 5).refusal(failure), status, "the chain stopped at depth 5: " + reason);
    }

    static Stream<Object[]> a09_aFailureHasConstantWords() {
        return Stream.of(
                new Object[] {new TimeoutException("secret"), 504, "no answer within 52500 ms"},
                new Object[] {new CompletionException(new TimeoutException()), 504, "no answer within 52500 ms"},
                new Object[] {new ConnectException("secret"), 502, "the next level refused the connection"},
                new Object[] {
                    new CompletionException(new InternalError(new SocketException("Too many open files"))),
                    502,
                    "the process has no free file descriptor"
                },
                new Object[] {
                    new OutOfMemoryError("unable to create native thread"),
                    502,
                    "the process has no memory or thread left"
                },
                new Object[] {new CancellationException(), 502, "the client has left"},
                new Object[] {
                    new CompletionException(new IOException("secret")), 502, "the connection broke before the answer"
                });
    }

    /** A level must repeat the problem of a deeper level, so that the client learns where the chain stopped. */
    @ParameterizedTest
    @CsvSource({"CHAIN_BROKEN", "CHAIN_TOO_SLOW"})
    void a09_theWordsOfADeeperLevelAreRepeated(Problem problem) {
        String detail = "the chain stopped at depth 17: no answer within 30150 ms";
        byte[] body = Problem.withId(problem.json(detail), "id").getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> level(20, 5).answer(problem.status(), body))
                .satisfies(failure -> assertTold(failure, problem.status(), detail));
        assertTold(refusal(problem.status(), body), problem.status(), detail);
    }

    @ParameterizedTest
    @CsvSource({
        "503, ''",
        "302, '{\"detail\":\"anything\"}'",
        "502, '{\"detail\":\"the chain stopped at depth 17: <script>\"}'"
    })
    void a09_otherWordsAreNotRepeated(int status, String body) {
        assertTold(
                refusal(status, body.getBytes(StandardCharsets.US_ASCII)),
                502,
                "the chain stopped at depth 5: the next level answered " + status);
    }

    @Test
    void a09_anyBodyWithStatus200IsAnAnswer() {
        assertThat(level(20, 5).answer(200, "<html>".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo("{\"depth\":20}");
    }

    private static ChainLevel level(int all, int depth) {
        return new ChainLevel(all - depth, depth, Duration.ZERO, MINUTE);
    }

    private static RefusedException refusal(int status, byte[] body) {
        try {
            throw new AssertionError(level(20, 5).answer(status, body));
        } catch (RefusedException e) {
            return level(20, 5).refusal(new CompletionException(e));
        }
    }

    private static void assertTold(Throwable failure, int status, String detail) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.json())
                                .isEqualTo(refused.problem().json(detail))
                                .contains("\"status\":" + status));
    }
}
