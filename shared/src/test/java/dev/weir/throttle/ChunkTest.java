package dev.weir.throttle;

import static dev.weir.throttle.RateRules.KIB;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChunkTest {
    private static final Duration USUAL = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Chunk.Time TIME = new Chunk.Time(USUAL, LONGEST);

    @Test
    void itGrowsInProportionToTheClientsByAtLeastAQuarter() {
        assertThat(TIME.of(1, 1)).isEqualTo(USUAL);
        assertThat(TIME.of(1_000, 1)).isEqualTo(USUAL);
        assertThat(TIME.of(1_249, 1)).isEqualTo(USUAL);
        assertThat(TIME.of(1_250, 1)).isEqualTo(Duration.ofNanos(312_500_000));
        assertThat(TIME.of(2_000, 1)).isEqualTo(Duration.ofMillis(500));
        assertThat(TIME.of(4_000, 1)).isEqualTo(LONGEST);
        assertThat(TIME.of(100_000, 1)).isEqualTo(LONGEST);
    }

    @Test
    void downloadsThatTakeTurnsWaitNoLongerThanTheLongestTimeForIt() {
        assertThat(TIME.of(2_000, 2)).isEqualTo(Duration.ofMillis(500));
        assertThat(TIME.of(4_000, 2)).isEqualTo(Duration.ofMillis(500));
        assertThat(TIME.of(4_000, 3)).isEqualTo(LONGEST.dividedBy(3));
        assertThat(TIME.of(4_000, 4)).isEqualTo(USUAL);
        assertThat(TIME.of(4_000, 64)).isEqualTo(USUAL);
    }

    @Test
    void aLongestTimeThatIsNotLongerTurnsTheGrowthOff() {
        assertThat(Chunk.Time.fixed(USUAL).of(100_000, 1)).isEqualTo(USUAL);
        Chunk.Time shorter = new Chunk.Time(LONGEST, LONGEST.dividedBy(4));
        assertThat(shorter.of(100_000, 1)).isEqualTo(LONGEST);
        assertThat(shorter.mostBytes(30 * KIB, 30 * KIB)).isEqualTo(30 * KIB);
        Chunk.Time hardlyLonger = new Chunk.Time(USUAL, Duration.ofMillis(312));
        assertThat(hardlyLonger.of(100_000, 1)).isEqualTo(USUAL);
        assertThat(hardlyLonger.mostBytes(200 * KIB, 50 * KIB)).isEqualTo(50 * KIB);
    }

    @Test
    void aCapacityBoundsAGrantUnlessItIsTheUsualOne() {
        long usual = 50 * KIB;
        assertThat(TIME.mostBytes(200 * KIB, usual)).isEqualTo(64 * KIB);
        assertThat(TIME.mostBytes(200 * KIB, usual + 1)).isEqualTo(usual + 1);
        assertThat(TIME.mostBytes(200 * KIB, 300 * KIB)).isEqualTo(64 * KIB);
        assertThat(TIME.mostBytes(0, 0)).isEqualTo(Chunk.LARGEST_BYTES);
    }

    @Test
    void aGrownGrantFitsIntoASendBuffer() {
        assertThat(TIME.mostBytes(30 * KIB, 15 * KIB / 2)).isEqualTo(30 * KIB);
        assertThat(TIME.mostBytes(64 * KIB, 16 * KIB)).isEqualTo(64 * KIB);
        assertThat(TIME.mostBytes(65 * KIB, 65 * KIB / 4)).isEqualTo(64 * KIB);
        assertThat(TIME.mostBytes(400 * KIB, 100 * KIB)).isEqualTo(100 * KIB);
        assertThat(TIME.mostBytes(1024 * KIB, 1024 * KIB)).isEqualTo(Chunk.LARGEST_BYTES);
    }
}
