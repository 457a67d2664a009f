package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the shaper with the naive one: the same programs must give the same grants and the same next instants. */
class ShaperModelTest {
    /** A program has up to 24 downloads, so crowds come and go in it. */
    private static final int CROWD = 5;

    @Test
    void t04_grantsWhatTheNaiveShaperGrants() {
        same(ShaperModelTest::naive, AnyShaper::real);
    }

    @Test
    void t04_grantsWhatTheNaiveShaperGrantsInCrowds() {
        same(
                (rate, capacity, now) -> new NaiveShaper(rate, capacity, now, NaiveFlow.BY_TAG, CROWD),
                (rate, capacity, now) -> AnyShaper.real(rate, capacity, now, CROWD));
    }

    private static void same(AnyShaper.Maker oneMaker, AnyShaper.Maker otherMaker) {
        Seeds.forEach(400, random -> {
            long seed = random.nextLong();
            ShaperProgram naive = new ShaperProgram(oneMaker, new Random(seed));
            ShaperProgram real = new ShaperProgram(otherMaker, new Random(seed));
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
