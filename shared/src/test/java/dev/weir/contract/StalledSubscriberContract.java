package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Who does not read: E07. Both tests publish several times what sockets hold of a stream. */
public interface StalledSubscriberContract extends ServerUnderTest {
    /**
     * What others have read is known before more is published, so nobody but the stalled one falls behind.
     *
     * <p>If this fails at the gap, check whether something queues events for a subscriber.
     */
    @Test
    default void e07_aStalledSubscriberHoldsUpNobody() {
        String padding = "x".repeat(1024);
        int events = 2 * SuiteSettings.HISTORY;
        int round = 50;
        try (ReturningSubscriber stalled = new ReturningSubscriber(server());
                EventStream one = EventStream.open(server(), "/events");
                EventStream other = EventStream.open(server(), "/events?topic=numbers");
                EventPublisher publisher = new EventPublisher(server())) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < events; i += round) {
                ids.addAll(publisher.texts(i, i + round, padding));
                List<String> data = EventPublisher.numbers(i, i + round, padding);
                assertThat(one.data(round)).isEqualTo(data);
                assertThat(other.data(round)).isEqualTo(data);
            }
            assertThat(gapsWhenItReads(stalled, ids)).isPositive();
        }
    }

    /** If this fails, check who looks after a stream that has taken nothing while there was something for it. */
    @Test
    default void e07_whoTakesNothingForTooLongIsCutOffAndMissesNothing() {
        try (ReturningSubscriber stalled = new ReturningSubscriber(server());
                EventPublisher publisher = new EventPublisher(server())) {
            List<String> ids = publisher.texts(0, 400, "x".repeat(4096));
            Eventually.meterIs(server(), "weir.events.subscribers", 0);
            assertThat(gapsWhenItReads(stalled, ids)).isZero();
        }
    }

    /** Reads up to the last, and checks that no event is missing that no gap tells of, and that none comes twice. */
    private static int gapsWhenItReads(ReturningSubscriber stalled, List<String> ids) {
        int gaps = 0;
        for (int next = 0; next < ids.size(); ) {
            Event event = stalled.next();
            if (event.isGap()) {
                int first = ids.indexOf(
                        JsonMapper.shared().readTree(event.data()).get("first").asString());
                assertThat(first).as("the first that is kept").isGreaterThan(next);
                next = first;
                gaps++;
            } else {
                assertThat(event.id()).isEqualTo(ids.get(next));
                next++;
            }
        }
        return gaps;
    }
}
