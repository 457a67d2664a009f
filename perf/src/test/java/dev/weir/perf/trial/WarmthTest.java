package dev.weir.perf.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw;
import dev.weir.perf.server.Usage;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WarmthTest {
    private static final int MOST = 6;
    private static final double IDLE = 0;

    private final Warmth warmth = new Warmth(MOST);

    /** Adds a cycle of 1,000 units of work to the warm-up. Checks first that the warm-up is not over yet. */
    private void cycle(double cpuSeconds, double jitSeconds) {
        assertThat(warmth.isOver()).isFalse();
        warmth.add(new Usage.Spent(2, cpuSeconds, 0, jitSeconds, OptionalLong.empty()), 1000);
    }

    @Test
    void twoCyclesThatAreNoCheaperAreEnough() {
        cycle(1, IDLE);
        cycle(1.4, IDLE);
        cycle(0.971, IDLE);
        assertThat(warmth.isOver()).isTrue();
        assertThat(warmth.warmUp()).isEqualTo(new Raw.WarmUp(3, true));
    }

    @Test
    void aServerThatGetsCheaperIsNotWarm() {
        cycle(5, IDLE);
        cycle(2, IDLE);
        cycle(1, IDLE);
        cycle(1.01, IDLE);
        cycle(1, IDLE);
        assertThat(warmth.warmUp()).isEqualTo(new Raw.WarmUp(5, true));
    }

    @Test
    void compilersThatWorkKeepItGoing() {
        cycle(1, IDLE);
        cycle(1.5, 0.5);
        // The compilers' CPU time is no cost of a unit. But it is over 2 % of all, so the warm-up goes on.
        cycle(1.03, 0.03);
        assertThat(warmth.isOver()).isFalse();
        cycle(1.01, 0.01);
        assertThat(warmth.warmUp()).isEqualTo(new Raw.WarmUp(4, true));
    }

    @Test
    void aWarmUpThatNeverSettlesEndsAfterMostCyclesAndSaysSo() {
        for (int i = 0; i < MOST; i++) {
            cycle(Math.pow(0.96, i), IDLE);
        }
        assertThat(warmth.isOver()).isTrue();
        assertThat(warmth.warmUp()).isEqualTo(new Raw.WarmUp(MOST, false));
    }

    /** In the last cycle, a unit takes less CPU time than before. So the server is not warm, and must get more load. */
    @Test
    void theCostIsThatOfAUnit() {
        cycle(1, IDLE);
        cycle(1, IDLE);
        warmth.add(new Usage.Spent(2, 1, 0, 0, OptionalLong.empty()), 1100);
        assertThat(warmth.isOver()).isFalse();
    }

    @Test
    void cyclesInWhichNothingIsDoneWarmNobody() {
        for (int i = 0; i < MOST; i++) {
            assertThat(warmth.isOver()).isFalse();
            warmth.add(new Usage.Spent(2, 0.1, 0, 0, OptionalLong.empty()), 0);
        }
        assertThat(warmth.warmUp()).isEqualTo(new Raw.WarmUp(MOST, false));
    }
}
