package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the token bucket with the random calls of {@link BucketRules}, and with examples. */
class TokenBucketTest implements BucketRules {
    private static final Duration YEARS = Duration.ofDays(50 * 365);

    @Override
    public AnyBucket.Maker buckets() {
        return AnyBucket::real;
    }

    @Test
    void t01_startsEmpty() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 7);
        assertThat(bucket.nanosUntil(1, 7)).isEqualTo(1_000_000);
        assertThatThrownBy(() -> bucket.take(1, 7)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void t02_unwantedBytesAreKeptUpToTheCapacity() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        assertThat(bucket.nanosUntil(5000, 100 * SECOND)).isZero();
        assertThat(bucket.nanosUntil(5001, 100 * SECOND)).isPositive();
    }

    @Test
    void t02_aClientThatWaitsFindsItsBytesHoweverLateItLooks() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.keepFor(3000);
        bucket.take(8000, 100 * SECOND);
        assertThat(bucket.nanosUntil(5000, 200 * SECOND)).isZero();
        assertThat(bucket.nanosUntil(5001, 200 * SECOND))
                .as("kept for one grant")
                .isPositive();
    }

    @Test
    void t01_aChangeDropsTheBytesKeptBeyondTheCapacity() {
        TokenBucket bucket = new TokenBucket(1_000_000, 300_000, 0);
        bucket.keepFor(250_000);
        bucket.change(1000, 5000, 0, SECOND);
        assertThat(bucket.nanosUntil(5001, SECOND)).isPositive();
        assertThat(bucket.nanosUntil(5000, SECOND)).isZero();
    }

    @Test
    void t06_aChangeKeepsTheBytesFilledAtTheOldRate() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.change(10, 5000, 0, 2 * SECOND);
        assertThat(bucket.nanosUntil(2000, 2 * SECOND)).isZero();
        assertThat(bucket.nanosUntil(2001, 2 * SECOND)).isEqualTo(SECOND / 10);
        assertThat(bucket.rate()).isEqualTo(10);
        assertThat(bucket.capacity()).isEqualTo(5000);
    }

    @Test
    void t06_noLimitAndBack() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.change(0, 5000, 0, SECOND);
        bucket.take(1L << 40, SECOND);
        bucket.take(1L << 40, 9 * SECOND);
        bucket.change(1000, 5000, 0, 9 * SECOND);
        bucket.take(1000, 9 * SECOND);
        assertThat(bucket.nanosUntil(1, 9 * SECOND))
                .as("unlimited time fills nothing")
                .isEqualTo(SECOND / 1000);
    }

    @Test
    void t08_aRefusalTakesNothing() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        assertThatThrownBy(() -> bucket.take(1001, SECOND)).isInstanceOf(IllegalStateException.class);
        bucket.take(1000, SECOND);
    }

    @Test
    void t08_givenBackBytesFillUpToTheCapacity() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.take(4000, 4 * SECOND);
        bucket.giveBack(4000);
        assertThat(bucket.nanosUntil(4000, 4 * SECOND)).isZero();
        bucket.giveBack(4000);
        assertThat(bucket.nanosUntil(5001, 4 * SECOND)).isPositive();
        assertThat(bucket.nanosUntil(5000, 4 * SECOND)).isZero();
    }

    @Test
    void t09_aClockThatStandsStillOrStepsBackFillsNothing() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.take(1000, SECOND);
        assertThat(bucket.nanosUntil(1, SECOND)).isEqualTo(1_000_000);
        assertThat(bucket.nanosUntil(1, -9 * SECOND))
                .as("from the earlier time")
                .isEqualTo(10 * SECOND + 1_000_000);
        assertThat(bucket.nanosUntil(1, SECOND))
                .as("the same second fills once")
                .isEqualTo(1_000_000);
    }

    @Test
    void t09_twoToTheFortyBytesAreWaitedForAtAnyRate() {
        long asked = 1L << 40;
        TokenBucket fast = new TokenBucket(100_000_000_000L, asked, 0);
        assertThat(fast.nanosUntil(asked, 0)).isEqualTo(10_995_116_278L);
        fast.take(asked, 10_995_116_278L);
        TokenBucket slow = new TokenBucket(1, asked, 0);
        assertThat(slow.nanosUntil(asked, 0)).isGreaterThan(YEARS.toNanos());
        assertThat(slow.nanosUntil(asked, YEARS.toNanos())).isPositive();
        assertThat(slow.nanosUntil(YEARS.toSeconds(), YEARS.toNanos())).isZero();
        assertThat(slow.nanosUntil(YEARS.toSeconds() + 1, YEARS.toNanos())).isEqualTo(SECOND);
    }

    /**
     * Fails if the bucket searches for the waiting time in steps of one nanosecond. At a low rate, this would take
     * minutes.
     */
    @Test
    @Timeout(30)
    void t09_aSlowRateIsNoSlowerToAsk() {
        TokenBucket bucket = new TokenBucket(2, 1000, 0);
        long now = 499_999_999;
        for (int ask = 0; ask < 10_000; ask++) {
            assertThat(bucket.nanosUntil(1, now)).isEqualTo(1);
        }
    }

    @Test
    void t06_aRateOrCapacityThatCannotWorkIsRefusedAndChangesNothing() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        assertThatThrownBy(() -> bucket.change(-1, 5000, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.change(1000, -1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.change(1, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TokenBucket(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TokenBucket(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(bucket.rate()).isEqualTo(1000);
        assertThat(bucket.capacity()).isEqualTo(5000);
    }
}
