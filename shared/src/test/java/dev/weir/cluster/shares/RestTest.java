package dev.weir.cluster.shares;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestTest {
    private static final long SLICE_NANOS = Shares.SLICE.toNanos();

    private int wakes;
    private final Rest rest = new Rest(
            new Ticker() {
                @Override
                public void execute(Runnable task) {
                    task.run();
                }

                @Override
                public void wake() {
                    wakes++;
                }
            },
            0);

    @Test
    void aRestEndsOnce() {
        assertThat(rest.begin(() -> true)).isTrue();
        rest.end();
        rest.end();
        assertThat(wakes).isOne();
    }

    @Test
    void withoutARestNothingIsWoken() {
        assertThat(rest.begin(() -> false)).isFalse();
        rest.end();
        assertThat(wakes).isZero();
    }

    /** Another thread may change a client after {@code isCalm} has read the clients, but before the node rests. */
    @Test
    void aChangeDuringTheTestOfCalmEndsTheRest() {
        assertThat(rest.begin(() -> {
                    rest.end();
                    return true;
                }))
                .isTrue();
        assertThat(wakes).isOne();
    }

    @Test
    void slicesAreCountedFromTheirTimes() {
        assertThat(rest.slices(SLICE_NANOS)).isOne();
        assertThat(rest.slices(SLICE_NANOS + 1)).isOne();
        assertThat(rest.slices(4 * SLICE_NANOS + TimeUnit.MILLISECONDS.toNanos(30)))
                .isEqualTo(3);
        assertThat(rest.slices(104 * SLICE_NANOS)).isEqualTo(100);
    }
}
