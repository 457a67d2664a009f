package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Compares {@link Shaper} with the model {@link NaiveShaper}. After the same random calls, both must have granted the
 * same bytes, and must have returned the same times for the next grant.
 */
class ShaperModelTest {
    @Test
    void t04_grantsTheSameAsTheNaiveShaper() {
        assertSame(AnyShaper.FIXED, AnyShaper::real);
    }

    @Test
    void t04_growsGrantsAsTheNaiveShaperDoes() {
        assertSame(AnyShaper.GROWING, AnyShaper::growing);
    }

    private static void assertSame(Chunk.Time chunkTime, AnyShaper.Maker shapers) {
        AtomicInteger bodiesAtOnce = new AtomicInteger();
        Seeds.forEach(400, random -> {
            long seed = random.nextLong();
            ShaperProgram naive = new ShaperProgram(naive(chunkTime), new Random(seed));
            ShaperProgram real = new ShaperProgram(shapers, new Random(seed));
            for (int part = 0; part < 40; part++) {
                naive.run(10);
                real.run(10);
                assertThat(real.grants).isEqualTo(naive.grants);
                assertThat(real.instants).isEqualTo(naive.instants);
            }
            bodiesAtOnce.addAndGet(real.bodiesAtOnce);
        });
        assertThat(bodiesAtOnce).hasPositiveValue();
    }

    private static AnyShaper.Maker naive(Chunk.Time chunkTime) {
        return (rate, capacity, nowNanos) -> new NaiveShaper(rate, capacity, nowNanos, chunkTime, NaiveFlow.BY_TAG);
    }
}
