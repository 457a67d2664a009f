package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares {@link Shaper} with {@link NaiveShaper}. The same programs must give the same grants and the same next
 * instants.
 */
class ShaperModelTest {
    @Test
    void t04_grantsWhatTheNaiveShaperGrants() {
        Seeds.forEach(400, random -> {
            long seed = random.nextLong();
            ShaperProgram naive = new ShaperProgram(ShaperModelTest::naive, new Random(seed));
            ShaperProgram real = new ShaperProgram(AnyShaper::real, new Random(seed));
            for (int part = 0; part < 40; part++) {
                naive.run(10);
                real.run(10);
                assertThat(real.grants).isEqualTo(naive.grants);
                assertThat(real.instants).isEqualTo(naive.instants);
            }
        });
    }

    static AnyShaper naive(long rate, long capacity, long nowNanos) {
        return new NaiveShaper(rate, capacity, nowNanos, NaiveFlow.BY_TAG);
    }
}
