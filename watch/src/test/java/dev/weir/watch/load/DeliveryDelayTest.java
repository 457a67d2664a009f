package dev.weir.watch.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeliveryDelayTest {
    private final DeliveryDelay delay = new DeliveryDelay();

    /** Converts seconds to a time in nanoseconds. The time may be negative, as {@link System#nanoTime()} may be. */
    private static long at(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1)) - TimeUnit.SECONDS.toNanos(2);
    }

    private void sent(double... seconds) {
        for (double second : seconds) {
            delay.sent(at(second));
        }
    }

    @Test
    void isThatOfTheSlowestEventSinceTheLastCall() {
        sent(1, 2);
        delay.delivered(at(1), at(1.5));
        delay.delivered(at(2), at(2.25));
        assertThat(delay.seconds(at(3))).isEqualTo(0.5);
        assertThat(delay.seconds(at(4))).isEqualTo(0.5);
        sent(5);
        delay.delivered(at(5), at(5.125));
        assertThat(delay.seconds(at(6))).isEqualTo(0.125);
    }

    /** The first event was delivered, the second was not. So the delay must grow while the second waits. */
    @Test
    void growsWhileAnEventReachesNobody() {
        sent(1, 2);
        delay.delivered(at(1), at(2.5));
        assertThat(delay.seconds(at(4))).isEqualTo(2);
        assertThat(delay.seconds(at(5))).isEqualTo(3);
    }

    /** No subscriber was connected when the first two events were published. These events must not count as delayed. */
    @Test
    void forgetsEventsThatWereMissed() {
        sent(1, 2, 3);
        delay.delivered(at(3), at(3.25));
        assertThat(delay.seconds(at(9))).isEqualTo(0.25);
    }

    @Test
    void forgetsEventsThatTheServerHasRefused() {
        sent(1, 2);
        delay.refused(at(1));
        assertThat(delay.seconds(at(3))).isEqualTo(1);
        delay.clear();
        assertThat(delay.seconds(at(9))).isEqualTo(0);
    }

    @Test
    void keepsTheOldestEventIfThereAreTooMany() {
        for (int i = 0; i < 1_000; i++) {
            sent(i);
        }
        assertThat(delay.seconds(at(1_000))).isEqualTo(1_000);
        delay.delivered(at(999), at(1_001));
        assertThat(delay.seconds(at(1_002))).isEqualTo(2);
        assertThat(delay.seconds(at(2_000))).isEqualTo(2);
    }
}
