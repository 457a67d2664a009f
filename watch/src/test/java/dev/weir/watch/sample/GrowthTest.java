package dev.weir.watch.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private final Growth growth = new Growth(2);
    private long nowNanos = -7; // System.nanoTime() may be negative

    private double after(long millis, double value) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
        return growth.add(nowNanos, value).orElse(-1);
    }

    @Test
    void isPerSecondOverTwoIntervals() {
        assertThat(after(0, 1000)).isEqualTo(-1);
        assertThat(after(500, 1100)).isEqualTo(200);
        assertThat(after(500, 1300)).isEqualTo(300);
        assertThat(after(500, 1300)).isEqualTo(200);
        assertThat(after(500, 1300)).isEqualTo(0);
    }

    @Test
    void beginsAnewWithACounterThatBeginsAnew() {
        after(0, 1000);
        assertThat(after(500, 10)).isEqualTo(-1);
        assertThat(after(500, 20)).isEqualTo(20);
    }
}
