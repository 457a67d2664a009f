package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.result.Raw.Value;
import org.junit.jupiter.api.Test;

/**
 * Tests the rates of clients. Each client should get 10,000 bytes in the window. The tolerance is 150 bytes: 0.5 % of
 * 10,000 bytes, plus one chunk of 100 bytes.
 */
class RatesTest {
    private static final int WITHIN = 150;

    private static Evidence clients(double... bytes) {
        return Example.trial()
                .value(Value.RATE_BYTES, 1000)
                .value(Value.WINDOW_SECONDS, 10)
                .value(Value.CHUNK_BYTES, 100)
                .series(Raw.Series.CLIENT_BYTES, bytes)
                .evidence();
    }

    @Test
    void aClientAtTheToleranceIsWithinIt() {
        assertThat(Metric.ClientRates.outside(clients(10_000 - WITHIN, 10_000, 10_000 + WITHIN)))
                .isEqualTo(0);
    }

    @Test
    void aClientOneByteBeyondIsNot() {
        assertThat(Metric.ClientRates.outside(clients(10_000 - WITHIN - 1, 10_000)))
                .isEqualTo(1);
        assertThat(Metric.ClientRates.outside(clients(10_000 + WITHIN + 1, 10_000)))
                .isEqualTo(1);
    }

    @Test
    void theWorstIsTheFurthestOffWithItsSign() {
        assertThat(Metric.ClientRates.worst(clients(10_100, 9_800, 10_000))).isCloseTo(-0.02, within(1e-12));
        assertThat(Metric.ClientRates.worst(clients(10_300, 9_800))).isCloseTo(0.03, within(1e-12));
    }

    @Test
    void theMeanLetsErrorsCancel() {
        assertThat(Metric.ClientRates.mean(clients(10_300, 9_900))).isCloseTo(0.01, within(1e-12));
    }

    @Test
    void manyConnectionsAreSetAgainstOne() {
        Example trial = Example.trial().value(Value.MANY_CONNECTIONS_BYTES, 306);
        assertThat(Metric.SHARED.of(trial.evidence())).isEmpty();
        assertThat(Metric.SHARED.of(trial.value(Value.ONE_CONNECTION_BYTES, 300).evidence()))
                .hasValue(1.02);
        assertThat(Metric.SHARED.of(trial.value(Value.ONE_CONNECTION_BYTES, 0).evidence()))
                .as("no division by a client that got nothing")
                .isEmpty();
    }

    @Test
    void withoutClientsThereIsNoRate() {
        Evidence none = clients();
        assertThat(Metric.ClientRates.worst(none)).isNaN();
        assertThat(Metric.ClientRates.mean(none)).isNaN();
        assertThat(Metric.ClientRates.outside(none)).isNaN();
        assertThat(Metric.ClientRates.jain(none)).isNaN();
    }
}
