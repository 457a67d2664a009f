package dev.weir.perf.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.OwnedProcess;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ScenariosTest {
    private static OptionalDouble ceiling(int perSecond, Contender contender) {
        return new SlowCalls(perSecond, Duration.ofMillis(100), 12, 1).ceiling(contender);
    }

    /**
     * If a request takes 100 ms, 200 threads can answer 2,000 requests a second. A planned rate that is only slightly
     * higher must not count as an overload.
     */
    @Test
    void onlyARateFarAboveTheCeilingIsTooMuch() {
        assertThat(ceiling(2_000, Contender.BLOCKING)).isEmpty();
        assertThat(ceiling(2_100, Contender.BLOCKING))
                .as("the server may answer nearly all of them")
                .isEmpty();
        assertThat(ceiling(2_200, Contender.BLOCKING)).hasValue(2_000);
        assertThat(ceiling(2_200, Contender.BLOCKING_MANY)).isEmpty();
        assertThat(ceiling(2_200, Contender.ASYNC)).isEmpty();
    }

    /** The description of {@link ColdStart} must have each number at the right place in the text. */
    @Test
    void aColdStartTellsHowOftenItAsks() {
        assertThat(String.join("\n", new ColdStart().description().choices()))
                .contains("(asked every " + OwnedProcess.CHECK_MILLIS + " ms)", "1,000 GETs of a file of 100 bytes");
    }

    /**
     * All users together get 200 answers a second. The measurement must begin only after each user has had an answer:
     * after {@code users / 200} seconds, plus 3 seconds to be safe.
     */
    @Test
    void sleepersFallAsleepBeforeTheWindow() {
        assertThat(EventScenarios.Sleepers.toFallAsleep(2_000)).isEqualTo(Duration.ofSeconds(13));
        assertThat(EventScenarios.Sleepers.toFallAsleep(5_000)).isEqualTo(Duration.ofSeconds(28));
    }
}
