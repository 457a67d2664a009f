package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Tests event streams: frames, header fields, topics and heartbeats (rules E01, E02, E05, E06). */
public interface EventStreamContract extends ContractPart {
    /** Event data keeps its lines. CR, LF and CRLF each end a line. Each line must get a {@code data} field. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "",
                " a blank before",
                ": no comment",
                "two\nlines",
                "two\rlines",
                "two\r\nlines",
                "three\n\rlines",
                "its end\n",
                "\n",
                "one\n\nid: 7\nevent: forged\ndata: two\n\n",
                "\u00e9t\u00e9 \u20ac \ud83d\ude00 \u2028 \u0085",
                "\ufeffa mark",
                "a\u0000b"
            })
    default void e01_theDataComesAsTheSameLines(String data) {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            String id = publisher.text("lines", data);
            String after = publisher.text("lines", "after");
            assertThat(stream.next(2))
                    .containsExactly(
                            new Event(id, null, data.replaceAll("\r\n?", "\n")), new Event(after, null, "after"));
        }
    }

    @Test
    default void e09_aClientThatAnnouncesContentAndLeavesIsCountedOnce() {
        for (int i = 0; i < 3; i++) {
            try (Connection connection = server().open("GET", "/events", "Content-Length: 1")) {
                assertThat(connection.head().field("Content-Type")).isEqualTo("text/event-stream");
            }
        }
        Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 0);
        try (EventStream stream = EventStream.open(server(), "/events")) {
            assertThat(stream.opening().id()).isNotNull();
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
        }
    }

    @Test
    default void e01_theTypeIsTheEventsName() {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            String id = PublishingClient.id(publisher.post("/events?type=a%20name", "text/plain", "data"));
            assertThat(stream.next()).isEqualTo(new Event(id, "a name", "data"));
        }
    }

    @Test
    default void e01_idsGrow() {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            List<String> ids = new ArrayList<>(List.of(stream.cursor()));
            ids.addAll(publisher.texts(0, 20, ""));
            assertThat(stream.next(20)).extracting(Event::id).isEqualTo(ids.subList(1, ids.size()));
            assertThat(ids)
                    .extracting(id -> id.split("-", -1)[0])
                    .containsOnly(ids.getFirst().split("-", -1)[0]);
            assertThat(ids).extracting(EventStreamContract::numbers).isSortedAccordingTo(Comparator.naturalOrder());
            assertThat(ids).doesNotHaveDuplicates();
        }
    }

    private static String numbers(String id) {
        StringBuilder ordered = new StringBuilder();
        Arrays.stream(id.split("-", -1))
                .skip(1)
                .forEach(number -> ordered.append("%020d".formatted(Long.parseLong(number))));
        assertThat(ordered).as("numbers of %s", id).isNotEmpty();
        return ordered.toString();
    }

    /** If this fails, check the header fields that forbid proxies to store, change or buffer the event stream. */
    @Test
    default void e02_nobodyOnTheWayMayHoldItUp() {
        try (EventStream stream = EventStream.open(server(), "/events", "Accept-Encoding: gzip, deflate, br")) {
            Answer head = stream.head();
            assertThat(head.field("Content-Type")).isEqualTo("text/event-stream");
            assertThat(head.field("Cache-Control")).isEqualTo("no-store, no-transform");
            assertThat(head.field("X-Accel-Buffering")).isEqualTo("no");
            assertThat(head.field("Content-Encoding")).isNull();
            assertThat(head.field("Content-Length")).isNull();
        }
    }

    @Test
    default void e02_headHasTheFieldsAndNoContent() {
        try (Connection connection = server().connect("127.0.0.1")) {
            Answer head = connection.send("HEAD", "/events").answer();
            head.assertStatus(200);
            assertThat(head.field("Content-Type")).isEqualTo("text/event-stream");
            assertThat(head.field("Cache-Control")).isEqualTo("no-store, no-transform");
            assertThat(connection.send("GET", "/files/text.txt").answer().text())
                    .isEqualTo(SuiteFiles.TEXT);
        }
    }

    @Test
    default void e05_onlyEventsOfTheRequestedTopicsCome() {
        try (EventStream some = EventStream.open(server(), "/events?topic=a&topic=%C3%A9t%C3%A9%202");
                EventStream all = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            for (String topic : List.of("a", "b", "%C3%A9t%C3%A9%202", "ab", "A", "a")) {
                publisher.text(topic, topic);
            }
            assertThat(some.data(3)).containsExactly("a", "%C3%A9t%C3%A9%202", "a");
            assertThat(all.data(6)).containsExactly("a", "b", "%C3%A9t%C3%A9%202", "ab", "A", "a");
        }
    }

    /** A heartbeat must tell the id of the newest event of all topics, unless the client already has this id. */
    @Needs("another weir.events.heartbeat")
    @Test
    default void e05_theCursorOfAQuietTopicMoves() {
        try (EventStream quiet = EventStream.open(server(), "/events?topic=quiet");
                PublishingClient publisher = new PublishingClient(server())) {
            String last = publisher.texts(0, 10, "").getLast();
            while (!quiet.cursor().equals(last)) {
                assertThat(quiet.frame().data()).isNull();
            }
            assertThat(quiet.frame()).isEqualTo(EventFrame.COMMENT); // the client knows the id already
            String id = publisher.text("quiet", "at last");
            assertThat(quiet.next()).isEqualTo(new Event(id, null, "at last"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"topic=", "topic=a&topic=", "topic=%0A", "topic=a%00", "topic=%20a"})
    default void e05_aTopicThatCannotBeIsRefused(String query) {
        server().get("/events?" + query).assertRefusedWith(Problem.MALFORMED_QUERY);
        server().get("/events/next?" + query).assertRefusedWith(Problem.MALFORMED_QUERY);
    }

    @Needs("another weir.events.heartbeat")
    @Test
    default void e06_aQuietStreamSaysThatItIsThere() {
        try (EventStream stream = EventStream.open(server(), "/events")) {
            assertThat(stream.opening().id()).isEqualTo(now());
            for (int i = 0; i < 3; i++) {
                assertThat(stream.frame()).isEqualTo(EventFrame.COMMENT);
            }
            try (PublishingClient publisher = new PublishingClient(server())) {
                String id = publisher.text("any", "data");
                assertThat(stream.next()).isEqualTo(new Event(id, null, "data"));
                assertThat(stream.frame()).isEqualTo(EventFrame.COMMENT); // the client knows the id from the event
            }
        }
    }

    @Needs("another weir.events.heartbeat")
    @Test
    default void e06_aClientThatComesBackIsToldNoIdThatItKnows() {
        String now = now();
        for (String target : List.of("/events", "/events?last_event_id=" + now)) {
            try (EventStream stream = EventStream.open(server(), target, "Last-Event-ID: " + now)) {
                assertThat(stream.opening()).isEqualTo(EventFrame.COMMENT);
                assertThat(stream.frame()).isEqualTo(EventFrame.COMMENT);
            }
        }
    }

    /** If this fails, check both encodings of an event: as a frame for streams, and as JSON for polls. */
    @Test
    default void e01_aPollSaysTheSame() {
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            PublishingClient.id(publisher.post("/events?topic=t&type=u", "text/plain", "a\rb\u20ac\"\\"));
            Event event = stream.next();
            Answer poll = server().get("/events/next?after=" + stream.opening().id());
            assertThat(JsonMapper.shared().readTree(poll.text()))
                    .isEqualTo(JsonMapper.shared().readTree("""
                        [{"id":"%s","topic":"t","type":"u","data":"a\\rb\u20ac\\"\\\\"}]\
                        """.formatted(event.id())));
            assertThat(event.data()).isEqualTo("a\nb\u20ac\"\\");
        }
    }

    private String now() {
        return String.valueOf(server().get("/events/next?timeout=0").field("Weir-Cursor"));
    }
}
