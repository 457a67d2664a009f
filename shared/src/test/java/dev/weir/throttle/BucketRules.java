package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of the rules for a token bucket, with random calls. */
interface BucketRules {
    long SECOND = 1_000_000_000L;
    long PLENTY = 1L << 61;

    AnyBucket.Maker buckets();

    @Test
    default void t02_nothingIsLostToRounding() {
        Seeds.forEach(20, random -> {
            filledExactly(1, random);
            filledExactly(3, random);
            filledExactly(999_999_937, random);
            filledExactly(100_000_000_000L, random);
            filledExactly(Seeds.anyDigits(random, 100_000_000_000L), random);
        });
    }

    /**
     * Creates a bucket and calls it at random times. In the end, the bucket must hold the rate times the time
     * since its creation, rounded down to whole bytes.
     */
    private void filledExactly(long rate, Random random) {
        long start = random.nextLong() / 4;
        AnyBucket bucket = buckets().make(rate, PLENTY, start);
        long now = start;
        for (int look = 0; look < 2_000; look++) {
            now += Seeds.anyDigits(random, 10 * SECOND);
            bucket.nanosUntil(1, now);
        }
        long bytes = BigInteger.valueOf(rate)
                .multiply(BigInteger.valueOf(now - start))
                .divide(BigInteger.valueOf(SECOND))
                .longValueExact();
        assertThat(bucket.nanosUntil(bytes, now))
                .as("%s bytes at %s B/s", bytes, rate)
                .isZero();
        assertThat(bucket.nanosUntil(bytes + 1, now))
                .as("one more at %s B/s", rate)
                .isPositive();
        bucket.take(bytes, now);
    }

    @Test
    default void t09_theWaitIsExactToTheNanosecond() {
        Seeds.forEach(300, random -> {
            long rate = Seeds.anyDigits(random, 100_000_000_000L);
            long now = random.nextLong() / 4;
            AnyBucket bucket = buckets().make(rate, PLENTY, now);
            for (int turn = 0; turn < 10; turn++) {
                now += Seeds.anyDigits(random, SECOND);
                long bytes = rate * random.nextInt(3) + Seeds.anyDigits(random, 2 * rate);
                long wait = bucket.nanosUntil(bytes, now);
                if (wait > 0) {
                    now += wait;
                    long early = now - 1;
                    assertThat(bucket.nanosUntil(bytes, early)).as("one before").isEqualTo(1);
                    assertThatThrownBy(() -> bucket.take(bytes, early)).isInstanceOf(IllegalStateException.class);
                }
                assertThat(bucket.nanosUntil(bytes, now)).as("then").isZero();
                bucket.take(bytes, now);
            }
        });
    }

    @Test
    default void t01_behavesAsTheExactModel() {
        Seeds.forEach(500, random -> {
            long now = random.nextLong() / 4;
            long most = Seeds.anyDigits(random, 1L << 30);
            long rate = Seeds.anyDigits(random, 100_000_000_000L);
            AnyBucket bucket = buckets().make(rate, most, now);
            BucketModel model = new BucketModel(rate, most, now);
            for (int step = 0; step < 200; step++) {
                now += random.nextInt(10) == 0 ? -random.nextInt(1000) : Seeds.anyDigits(random, 1_000_000) - 1;
                same(bucket, model, now, random);
                assertThat(bucket.nanosUntil(1, now)).as("step %s", step).isEqualTo(model.nanosUntil(1, now));
                long bytes = Seeds.anyDigits(random, most);
                assertThat(bucket.nanosUntil(bytes, now)).as("step %s", step).isEqualTo(model.nanosUntil(bytes, now));
            }
        });
    }

    /** Makes one random call on the bucket, and the same call on the model. Does not compare the two. */
    private static void same(AnyBucket bucket, BucketModel model, long now, Random random) {
        long bytes = Seeds.anyDigits(random, Math.max(1, model.capacity()));
        switch (random.nextInt(8)) {
            case 0 -> {
                bucket.keepFor(bytes);
                model.keepFor(bytes);
            }
            case 1 -> {
                bucket.giveBack(bytes);
                model.giveBack(bytes);
            }
            case 2 -> {
                long rate = random.nextInt(4) == 0 ? 0 : Seeds.anyDigits(random, 100_000_000_000L);
                long mostClaim = random.nextBoolean() ? 0 : Seeds.anyDigits(random, 1L << 30);
                bucket.change(rate, bytes, mostClaim, now);
                model.change(rate, bytes, mostClaim, now);
            }
            default -> {
                if (model.nanosUntil(bytes, now) == 0) {
                    bucket.take(bytes, now);
                    model.take(bytes, now);
                }
            }
        }
    }
}
