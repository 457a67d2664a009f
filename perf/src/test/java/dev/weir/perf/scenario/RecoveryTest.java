package dev.weir.perf.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Window;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final long MILLI = 1_000_000;
    private static final long MICRO = 1_000;
    private static final long FROM = 7_000 * MILLI;
    private static final int SLOTS = 30;
    private static final int OF_A_SLOT = 10;
    private static final long CALM_MICROS = 500;

    /**
     * Returns the recovery time. Each slot (100 ms) has ten requests: six take {@code micros}, and four take 90 ms. The
     * four slow requests do not make a slot bad, because the median of the slot decides.
     *
     * @param calmMicros the median response time before the disturbance
     * @param micros returns the response time in the slot with a given index
     * @param unanswered whether the request with a given index gets no answer; the index counts over all slots
     */
    private static double seconds(long calmMicros, IntToLongFunction micros, IntPredicate unanswered) {
        Recovery recovery = new Recovery(
                new Window(FROM, FROM + SLOTS * (100 * MILLI)), Arrivals.constant(10 * OF_A_SLOT), calmMicros);
        for (int i = 0; i < SLOTS * OF_A_SLOT; i++) {
            if (!unanswered.test(i)) {
                long dueNanos = FROM + i * (10 * MILLI);
                long time = i % OF_A_SLOT < 6 ? micros.applyAsLong(i / OF_A_SLOT) * MICRO : 90 * MILLI;
                recovery.answered(dueNanos, dueNanos, dueNanos + time);
            }
        }
        recovery.answered(FROM - MILLI, FROM, FROM + 50 * MILLI);
        recovery.answered(FROM + SLOTS * (100 * MILLI), FROM, FROM);
        return recovery.seconds();
    }

    private static double slow(IntPredicate slow) {
        return seconds(CALM_MICROS, slot -> slow.test(slot) ? 1_100 : 900, _ -> false);
    }

    @Test
    void aServerThatIsNeverSlowRecoversAtOnce() {
        assertThat(slow(_ -> false)).isZero();
    }

    @Test
    void theTimeEndsWithTheLastBadSlot() {
        assertThat(slow(slot -> slot < 3)).isEqualTo(0.3);
        assertThat(slow(slot -> slot == 18 || slot == 19))
                .as("after many good ones")
                .isEqualTo(2);
        assertThat(slow(slot -> slot == 19)).as("one slow slot alone").isZero();
    }

    /**
     * If the median response time stays more than twice as long as before the disturbance, the recovery must last until
     * the end of the measurement.
     */
    @Test
    void aServerThatStaysTwiceAsSlowTakesTheWholeTime() {
        assertThat(slow(_ -> true)).isEqualTo(3);
    }

    @Test
    void aWakeUpOfTheProcessorIsNotSlow() {
        assertThat(seconds(20, _ -> 118, _ -> false)).isZero();
        assertThat(seconds(20, _ -> 125, _ -> false)).isEqualTo(3);
    }

    /** A slot is bad if one of its requests has no answer. A refused request counts as one without an answer. */
    @Test
    void aSlotWithARequestThatHasNoAnswerIsBad() {
        assertThat(seconds(CALM_MICROS, _ -> 900, request -> request == 57)).isEqualTo(0.6);
        assertThat(seconds(CALM_MICROS, _ -> 900, _ -> true))
                .as("a server that answers nothing")
                .isEqualTo(3);
    }
}
