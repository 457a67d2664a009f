package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestedServer;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests subscribers and long polls: their number, their limits and their cost (rules E08, E09, E10). */
public interface SubscriberContract extends ContractPart {
    String SUBSCRIBERS = "weir.events.subscribers";
    String FEW_STREAMS = "X-API-Key: " + SuiteSettings.FEW_KEY;

    /** If this fails, check which code encodes an event again for each subscriber. */
    @Test
    default void e08_anEventIsSerialisedOnce() {
        double before = server().meter("weir.events.encoded");
        try (OpenStreams streams = new OpenStreams(server())) {
            streams.open(4, "/events");
            streams.open(4, "/events?topic=numbers");
            try (PublishingClient publisher = new PublishingClient(server())) {
                publisher.texts(0, 20, "");
                server().get("/events/next?max=9&after="
                                + streams.all.getFirst().opening().id())
                        .assertStatus(200);
            }
            for (EventStream stream : streams.all) {
                assertThat(stream.data(20)).isEqualTo(PublishingClient.numbers(0, 20, ""));
            }
        }
        assertThat(server().meter("weir.events.encoded") - before).isEqualTo(20);
    }

    @Test
    default void e09_subscribersAreCountedExactly() {
        try (OpenStreams streams = new OpenStreams(server())) {
            streams.open(6, "/events");
            Eventually.meterIs(server(), SUBSCRIBERS, 6);
            server().ask("HEAD", "/events").assertStatus(200);
            server().get("/events/next?timeout=0").assertStatus(204);
            server().get("/events?topic=").assertStatus(400);
            Eventually.meterIs(server(), SUBSCRIBERS, 6);
            streams.all.removeFirst().close();
            streams.all.removeFirst().reset();
            Eventually.meterIs(server(), SUBSCRIBERS, 4);
        }
        Eventually.meterIs(server(), SUBSCRIBERS, 0);
    }

    /** If this fails, check how the server counts a connection that ends before its event stream has begun. */
    @Test
    default void e09_clientsThatLeaveAtOnceAreNoticed() {
        for (int i = 0; i < 100; i++) {
            server().open("GET", "/events").reset();
        }
        Eventually.meterIs(server(), SUBSCRIBERS, 0);
        try (EventStream stream = EventStream.open(server(), "/events")) {
            assertThat(stream.opening().id()).isNotNull();
            Eventually.meterIs(server(), SUBSCRIBERS, 1); // the server may still be accepting earlier connections
        }
    }

    @Test
    default void e09_aClientThatLeavesWhilePollingIsNoticedWithTheNextEvent() {
        try (Connection poll = server().open("GET", "/events/next?timeout=60");
                PublishingClient publisher = new PublishingClient(server())) {
            Eventually.meterIs(server(), SUBSCRIBERS, 1);
            poll.reset();
            publisher.text("any", "");
            Eventually.meterIs(server(), SUBSCRIBERS, 0);
        }
    }

    /** No event is published. If this fails, check which code notices that a waiting poll's client has left. */
    @Test
    default void e09_aClientThatLeavesWhilePollingIsNoticedWithoutAnEvent() {
        try (Connection reset = server().open("GET", "/events/next?timeout=60")) {
            try (Connection closed = server().open("GET", "/events/next?timeout=60")) {
                Eventually.meterIs(server(), SUBSCRIBERS, 2);
                assertThat(closed.hasMore()).isFalse();
            }
            reset.reset();
            Eventually.meterIs(server(), SUBSCRIBERS, 0);
        } finally {
            endPolls();
        }
    }

    /**
     * Publishes an event. The event ends every poll, even if the server has not noticed that the poll's client has
     * left. So the next test starts without polls.
     */
    private void endPolls() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            publisher.text("any", "");
        }
    }

    /** If this fails, check that the server stops counting a poll as a subscriber before it sends the poll's answer. */
    @Test
    default void e10_onePollAfterAnotherNeverMeetsItsOwnPlace() {
        try (OpenStreams streams = new OpenStreams(server())) {
            streams.open(1, "/events", FEW_STREAMS);
            for (int i = 0; i < 300; i++) {
                server().get("/events/next?timeout=0", FEW_STREAMS).assertStatus(204);
            }
        }
    }

    @Test
    default void e10_overThePlansSubscribersAStreamIsToldToComeBack() {
        try (OpenStreams streams = new OpenStreams(server())) {
            streams.open(2, "/events", FEW_STREAMS);
            assertComeBack(server().get("/events", FEW_STREAMS));
            server().get("/events/next", FEW_STREAMS).assertRefusedWith(Problem.TOO_MANY_SUBSCRIBERS);
            Eventually.meterIs(server(), SUBSCRIBERS, 2);
            streams.all.removeFirst().close();
            Eventually.meterIs(server(), SUBSCRIBERS, 1);
            streams.open(1, "/events", FEW_STREAMS);
        }
    }

    @Needs("another weir.events.max-subscribers")
    @Test
    default void e10_atItsOwnLimitTheServerTellsAStreamToComeBack() {
        try (OpenStreams streams = new OpenStreams(server())) {
            streams.open(SuiteSettings.MAX_SUBSCRIBERS, "/events");
            assertComeBack(server().get("/events"));
            Answer poll = server().get("/events/next");
            poll.assertRefusedWith(Problem.OVERLOADED);
            assertThat(poll.field("Retry-After")).matches("[1-9][0-9]*");
            server().get("/files/text.txt").assertStatus(200);
        }
    }

    /**
     * A client that may never subscribe gets an error status, because each retry would fail, too. After an error
     * status, an {@code EventSource} does not retry.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/events", "/events/next"})
    default void e10_aClientThatMayNeverSubscribeIsRefused(String target) {
        server().get(target, "X-API-Key: " + SuiteSettings.BLOCKED_KEY).assertRefusedWith(Problem.BLOCKED);
        server().get(target, "X-API-Key: nobody").assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    /**
     * A client sends an event id that the node does not know, while the node cannot read Redis. Another node may know
     * the id. So the node must tell the client to come back later, and must not report lost events.
     */
    @Test
    default void e10_anIdThatOnlyRedisKnowsIsToComeBack() {
        String known = server().get("/events/next?timeout=0").field("Weir-Cursor");
        server().events().behind(true);
        try {
            assertComeBack(server().get("/events", "Last-Event-ID: another-1"));
            Answer poll = server().get("/events/next?after=another-1");
            poll.assertRefusedWith(Problem.UNAVAILABLE);
            assertThat(poll.field("Retry-After")).matches("[1-9][0-9]*");
            server().get("/events/next?timeout=0&after=" + known).assertStatus(204);
        } finally {
            server().events().behind(false);
        }
    }

    private static void assertComeBack(Answer answer) {
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualTo("text/event-stream");
        assertThat(answer.field("Cache-Control")).isEqualTo("no-store, no-transform");
        assertThat(answer.text()).matches("retry: ?[1-9][0-9]*\n\n");
    }

    final class OpenStreams implements AutoCloseable {
        private final TestedServer server;
        private final List<EventStream> all = new ArrayList<>();

        OpenStreams(TestedServer server) {
            this.server = server;
        }

        private void open(int count, String target, String... fields) {
            for (int i = 0; i < count; i++) {
                all.add(EventStream.open(server, target, fields));
            }
        }

        @Override
        public void close() {
            all.forEach(EventStream::close);
        }
    }
}
