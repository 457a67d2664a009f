package dev.weir.watch.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubscriberTest {
    private static final long SECOND = 1_000_000_000;

    private final DeliveryDelay delay = new DeliveryDelay();
    private final Subscriber subscriber = new Subscriber(delay, _ -> {});

    /**
     * One read returns two events and the start of a third. The first event has the longest delay. This delay must
     * be reported. The third event must be ignored.
     */
    @Test
    void tellsAllEventsOfARead() {
        subscriber.read("id: a\ndata: 1000000000\n\nid: b\ndata: 3000000000\n\nid: c\ndata: 35", 4 * SECOND);
        assertThat(delay.seconds(5 * SECOND)).isEqualTo(3);
    }

    @Test
    void ignoresTheEventsOfOthers() {
        subscriber.read("data: hello\n\ndata: 3000000000\n\n", 4 * SECOND);
        assertThat(delay.seconds(5 * SECOND)).isEqualTo(1);
    }
}
