package dev.weir.perf.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.Window;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final long MILLI = 1_000_000;
    private static final long FROM = 7_000 * MILLI;
    private static final int SLOTS = 30;
    private static final int OF_A_SLOT = 10;

    /** Each slot has ten requests. In a slow slot, six of them take longer than a millisecond. */
    private static double seconds(IntPredicate slow, IntPredicate silent) {
        Recovery recovery = new Recovery(new Window(FROM, FROM + SLOTS * (100 * MILLI)), 1_000);
        for (int i = 0; i < SLOTS * OF_A_SLOT; i++) {
            int slot = i / OF_A_SLOT;
            if (!silent.test(slot)) {
                long dueNanos = FROM + i * (10 * MILLI);
                boolean late = slow.test(slot) ? i % OF_A_SLOT < 6 : i % OF_A_SLOT < 4;
                recovery.answered(dueNanos, dueNanos, dueNanos + (late ? 9 * MILLI : MILLI / 2));
            }
        }
        recovery.answered(FROM - MILLI, FROM, FROM + 50 * MILLI);
        recovery.answered(FROM + SLOTS * (100 * MILLI), FROM, FROM);
        return recovery.seconds();
    }

    @Test
    void aServerThatIsNeverSlowRecoversAtOnce() {
        assertThat(seconds(_ -> false, _ -> false)).isZero();
    }

    @Test
    void theTimeEndsWithTheFirstOfTenGoodSlots() {
        assertThat(seconds(slot -> slot < 3 || slot == 8, _ -> false)).isEqualTo(0.9);
        assertThat(seconds(slot -> slot == 10, _ -> false))
                .as("a slow slot after ten good ones")
                .isZero();
    }

    @Test
    void aSlotWithoutAnswersIsNotGood() {
        assertThat(seconds(_ -> false, slot -> slot < 5)).isEqualTo(0.5);
    }

    @Test
    void aServerThatStaysSlowTakesTheWholeTime() {
        assertThat(seconds(slot -> slot % 10 == 9, _ -> false)).isEqualTo(3);
    }
}
