package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpacingTest {
    private static final long MILLI = 1_000_000;
    private static final TokenBucket SLOW = bucket(200 * 1024);

    private final Spacing spacing = new Spacing(Duration.ofMillis(160), 0);

    private static TokenBucket bucket(long rate) {
        return new TokenBucket(rate, 1 << 20, 0);
    }

    /**
     * Records that the throttle wakes up at {@code nowNanos} and gives {@code grants} permissions to send. Returns the
     * minimum time until the throttle's next wake-up, in nanoseconds.
     */
    private long afterWake(long nowNanos, int grants) {
        for (int i = 0; i < grants; i++) {
            spacing.granted();
        }
        spacing.woke(nowNanos);
        return spacing.wakeUpFor(nowNanos) - nowNanos;
    }

    @Test
    void theFirstIsNotHeldUp() {
        assertThat(spacing.wakeUpFor(0)).isZero();
    }

    @Test
    void aGrantThatIsDueLaterIsServedThen() {
        spacing.woke(0);
        assertThat(spacing.wakeUpFor(50 * MILLI)).isEqualTo(50 * MILLI);
    }

    @Test
    void aBatchTakesAsLongAsItsGrantsDidBefore() {
        spacing.woke(0);
        assertThat(afterWake(10 * MILLI, 64)).as("32 in 5 ms").isBetween(5 * MILLI - 100, 5 * MILLI);
        assertThat(afterWake(20 * MILLI, 3200)).as("never closer than").isEqualTo(MILLI);
    }

    @Test
    void withFewToServeItIsAPartOfTheChunkTime() {
        assertThat(afterWake(100 * MILLI, 1)).isEqualTo(10 * MILLI);
        assertThat(afterWake(200 * MILLI, 0)).isEqualTo(10 * MILLI);
    }

    /**
     * The bucket of a client with 8 MiB/s receives one chunk (256 KiB) in 31.25 ms. The minimum time between two
     * wake-ups must be at most a sixteenth of this, about 2 ms.
     */
    @Test
    void aFasterClientIsServedSooner() {
        spacing.keepUp(bucket(8 << 20));
        assertThat(afterWake(100 * MILLI, 1)).isBetween(195 * MILLI / 100, 2 * MILLI);
        spacing.keepUp(SLOW);
        assertThat(afterWake(200 * MILLI, 1)).as("after a slower client, too").isBetween(195 * MILLI / 100, 2 * MILLI);
        spacing.keepUp(bucket(Long.MAX_VALUE));
        assertThat(afterWake(300 * MILLI, 1)).isEqualTo(MILLI);
    }

    @Test
    void aClientThatHasNoLimitChangesNothing() {
        spacing.keepUp(bucket(0));
        assertThat(afterWake(100 * MILLI, 1)).isEqualTo(10 * MILLI);
    }

    @Test
    void aSmallSharedBucketIsEmptiedInTime() {
        spacing.keepUp(1 << 20, 32 * 1024); // 31.25 ms
        assertThat(afterWake(100 * MILLI, 1)).isBetween(19 * MILLI / 10, 2 * MILLI);
    }
}
