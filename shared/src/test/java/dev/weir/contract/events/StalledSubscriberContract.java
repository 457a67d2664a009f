package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Tests subscribers that do not read (E07). Both tests publish several times as many bytes as sockets can buffer. */
public interface StalledSubscriberContract extends ContractPart {
    /**
     * The test publishes a few events at a time, and waits each time until the other subscribers have read them. So
     * only the stalled subscriber falls behind.
     *
     * <p>If the stalled subscriber gets no {@code gap} event, check whether some code queues events for each
     * subscriber.
     */
    @Needs("another weir.events.history")
    @Test
    default void e07_aStalledSubscriberHoldsUpNobody() {
        String padding = "x".repeat(8 * 1024);
        int events = SuiteSettings.HISTORY + 400;
        int round = 5; // fewer bytes than a window of HTTP/2, so that only the stalled subscriber stalls
        try (ReturningSubscriber stalled = new ReturningSubscriber(server());
                EventStream one = EventStream.open(server(), "/events");
                EventStream other = EventStream.open(server(), "/events?topic=numbers");
                PublishingClient publisher = new PublishingClient(server())) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < events; i += round) {
                ids.addAll(publisher.texts(i, i + round, padding));
                List<String> data = PublishingClient.numbers(i, i + round, padding);
                assertThat(one.data(round)).isEqualTo(data);
                assertThat(other.data(round)).isEqualTo(data);
            }
            assertThat(gapsWhenItReads(stalled, ids)).isPositive();
        }
    }

    /**
     * The server must disconnect a subscriber that reads nothing for too long. The subscriber then reconnects and must
     * get every event.
     */
    @Test
    default void e07_aClientThatTakesNothingForTooLongIsCutOffAndMissesNothing() {
        try (ReturningSubscriber stalled = new ReturningSubscriber(server());
                PublishingClient publisher = new PublishingClient(server())) {
            List<String> ids = publisher.texts(0, 600, "x".repeat(4096));
            Eventually.meterIs(server(), "weir.events.subscribers", 0);
            assertThat(gapsWhenItReads(stalled, ids)).isZero();
        }
    }

    /**
     * Reads up to the last event of {@code ids}. Checks that {@code gap} events report all missing events, and that no
     * event comes twice.
     *
     * @return the number of {@code gap} events
     */
    private static int gapsWhenItReads(ReturningSubscriber stalled, List<String> ids) {
        int gaps = 0;
        for (int next = 0; next < ids.size(); ) {
            Event event = stalled.next();
            if (event.isGap()) {
                int first = ids.indexOf(
                        JsonMapper.shared().readTree(event.data()).get("first").asString());
                assertThat(first).as("index of the first event that is kept").isGreaterThan(next);
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
