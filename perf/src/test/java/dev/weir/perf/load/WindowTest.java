package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void beginsWithItsFirstInstantAndEndsBeforeItsLast() {
        Window window = new Window(100, 200);
        assertThat(window.contains(99)).isFalse();
        assertThat(window.contains(100)).isTrue();
        assertThat(window.contains(199)).isTrue();
        assertThat(window.contains(200)).isFalse();
    }

    @Test
    void holdsWhereTheClockOverflows() {
        Window window = new Window(Long.MAX_VALUE - 10, Long.MIN_VALUE + 10);
        assertThat(window.contains(Long.MIN_VALUE)).isTrue();
        assertThat(window.contains(0)).isFalse();
        assertThat(window.seconds()).isCloseTo(21e-9, within(1e-12));
    }

    @Test
    void onlyRequestsThatEndInsideTheWindowAreRecorded() {
        try (Generator generator = new Generator(true)) {
            Target none = new Target(Generator.anyAddress(), "/", Target.ExpectedBody.of(new byte[0]));
            ClosedLoop load = new ClosedLoop(generator, none, new Window(1_000_000, 2_000_000));
            load.finished(new SingleRequest.Timing(0, 200_000, 250_000, 999_999));
            load.finished(new SingleRequest.Timing(500_000, 700_000, 800_000, 1_300_000));
            load.finished(new SingleRequest.Timing(0, 200_000, 250_000, 2_000_000));
            assertThat(load.finished()).isEqualTo(3);
            assertThat(load.responseMicros().getTotalCount()).isEqualTo(1);
            assertThat(load.responseMicros().getMaxValue()).isEqualTo(800);
            assertThat(load.waitMicros().getMaxValue()).isEqualTo(200);
            assertThat(load.bodyWaitMicros().getMaxValue()).isEqualTo(300);
        }
    }
}
