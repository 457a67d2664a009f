package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests clients that reconnect to an event stream. They get the events that they missed (rules E03, E04). */
public interface ResumeContract extends ContractPart {
    @ParameterizedTest
    @ValueSource(strings = {"header", "query", "both"})
    default void e03_aClientThatComesBackGetsTheEventsItMissed(String way) {
        try (EventStream before = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            List<String> ids = publisher.texts(0, 10, "");
            String header = "Last-Event-ID: " + ids.get(3);
            String query = "/events?last_event_id="
                    + ids.get(way.equals("both") ? 7 : 3); // the header has precedence over the query
            try (EventStream after = way.equals("query")
                    ? EventStream.open(server(), query)
                    : EventStream.open(server(), way.equals("both") ? query : "/events", header)) {
                assertThat(after.opening()).isEqualTo(EventFrame.COMMENT);
                ids.addAll(publisher.texts(10, 15, ""));
                List<Event> all = before.next(15);
                assertThat(all).extracting(Event::id).isEqualTo(ids);
                assertThat(after.next(11)).isEqualTo(all.subList(4, 15));
            }
        }
    }

    /**
     * A client loses its connection before the first event. The first frame of the stream has given the client an id.
     * The client reconnects with this id, and must get all events.
     */
    @Test
    default void e03_aClientThatHasSeenNoEventComesBackToo() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            EventStream before = EventStream.open(server(), "/events");
            before.reset();
            publisher.texts(0, 3, "");
            try (EventStream after = EventStream.open(server(), "/events", "Last-Event-ID: " + before.cursor())) {
                assertThat(after.data(3)).isEqualTo(PublishingClient.numbers(0, 3, ""));
            }
        }
    }

    @Test
    default void e03_topicsAreKeptApartFromWhereItWas() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String first = publisher.text("a", "0");
            publisher.text("b", "1");
            publisher.text("a", "2");
            publisher.text("b", "3");
            try (EventStream after = EventStream.open(server(), "/events?topic=b", "Last-Event-ID: " + first)) {
                publisher.text("a", "4");
                publisher.text("b", "5");
                assertThat(after.data(3)).containsExactly("1", "3", "5");
            }
        }
    }

    /**
     * A client reconnects repeatedly while events are published. The publisher waits when it is 20 events ahead of the
     * client. Otherwise it could publish all events before the client reconnects.
     *
     * <p>If this fails, check that stored and live events are read by the same code from the same log.
     */
    @Test
    default void e03_nothingIsLostAndNothingComesTwiceWhileEventsArePublished()
            throws InterruptedException, ExecutionException {
        int events = 600;
        Semaphore ahead = new Semaphore(20);
        List<String> data = new ArrayList<>();
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
                ReturningSubscriber subscriber = new ReturningSubscriber(server())) {
            Future<?> published = other.submit(() -> publish(events, ahead));
            while (data.size() < events) {
                data.add(subscriber.next().data());
                ahead.release();
                if (data.size() % 50 == 0) {
                    subscriber.comeBack();
                }
            }
            published.get();
        }
        assertThat(data).isEqualTo(PublishingClient.numbers(0, events, ""));
    }

    private Void publish(int events, Semaphore ahead) throws InterruptedException {
        try (PublishingClient publisher = new PublishingClient(server())) {
            for (int i = 0; i < events; i++) {
                assertThat(ahead.tryAcquire(10, TimeUnit.SECONDS))
                        .as("the client has read an event")
                        .isTrue();
                publisher.text("numbers", "" + i);
            }
        }
        return null;
    }

    /**
     * The log has dropped some of the events that the client missed. If this fails, check that the stream reports the
     * loss once, by an event of type {@code gap}.
     */
    @Needs("another weir.events.history")
    @Test
    default void e04_eventsThatAreNoLongerKeptAreAGap() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String old = publisher.text("old", "old");
            List<String> ids = publisher.texts(0, SuiteSettings.HISTORY + 5, "");
            assertGap(old, ids, "trimmed");
        }
    }

    @Needs("another weir.events.history-size")
    @Test
    default void e04_theHistoryIsBoundedByItsBytesToo() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String old = publisher.text("old", "old");
            String padding = "x".repeat(60_000);
            List<String> ids = publisher.texts(0, 2 * SuiteSettings.HISTORY_BYTES / padding.length(), padding);
            assertGap(old, ids, "trimmed");
        }
    }

    @Needs("another weir.events.history")
    @Test
    default void e04_anIdThatWasNeverGivenIsAGap() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            List<String> ids = publisher.texts(0, SuiteSettings.HISTORY + 5, "");
            String epoch = ids.getFirst().split("-", -1)[0];
            for (String id :
                    List.of("elsewhere-1", "nonsense", "0", "-", epoch, epoch + "-x", epoch + "-99999999999")) {
                assertGap(id, ids, "epoch");
            }
        }
    }

    /**
     * Checks that a stream begins with one {@code gap} event, and continues with all events that the log still has.
     * These are only the last events of {@code ids}, because the log cannot keep all of them.
     */
    private void assertGap(String lastEventId, List<String> ids, String reason) {
        try (EventStream stream = EventStream.open(server(), "/events", "Last-Event-ID: " + lastEventId)) {
            Event gap = stream.next();
            assertThat(gap.type()).isEqualTo("gap");
            JsonNode told = JsonMapper.shared().readTree(gap.data());
            assertThat(told.propertyNames()).containsExactlyInAnyOrder("first", "reason");
            assertThat(told.get("reason").asString()).isEqualTo(reason);
            int kept = ids.indexOf(told.get("first").asString());
            assertThat(kept).as("index of the first event that is kept").isPositive();
            assertThat(stream.next(ids.size() - kept)).extracting(Event::id).isEqualTo(ids.subList(kept, ids.size()));
            try (EventStream after = EventStream.open(server(), "/events", "Last-Event-ID: " + gap.id())) {
                assertThat(after.next().id()).isEqualTo(ids.get(kept)); // the id of the gap is a cursor
            }
        }
    }
}
