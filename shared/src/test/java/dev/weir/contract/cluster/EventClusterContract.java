package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.RunningServer;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the event log that cluster nodes share (rules E03, E04, L03, P01, P05). */
public interface EventClusterContract extends NodesUnderTest {
    /** The prefix of the nodes' keys in Redis. */
    String PREFIX = "weir:";

    /** If this fails, check that all nodes read the same event log. */
    @Test
    default void e03_aSubscriberGoesOnAtAnotherNode() {
        try (EventStream here = EventStream.open(nodes().get(0), "/events");
                PublishingClient first = new PublishingClient(nodes().get(0));
                PublishingClient second = new PublishingClient(nodes().get(1))) {
            List<String> ids = new ArrayList<>(first.texts(0, 5, ""));
            ids.addAll(second.texts(5, 10, ""));
            List<EventStream.Event> seen = here.next(10);
            assertThat(seen).extracting(EventStream.Event::id).isEqualTo(ids);
            try (EventStream there = EventStream.open(nodes().get(1), "/events", "Last-Event-ID: " + ids.get(4))) {
                assertThat(there.next(5)).isEqualTo(seen.subList(5, 10));
                ids.add(first.text("numbers", "10"));
                assertThat(there.next().id())
                        .isEqualTo(ids.getLast())
                        .isEqualTo(here.next().id());
            }
        }
    }

    @Test
    default void l03_aPollerGoesOnAtAnotherNode() {
        try (PublishingClient publisher = new PublishingClient(nodes().get(0))) {
            String first = publisher.text("numbers", "1");
            String second = publisher.text("numbers", "2");
            Answer answer = nodes().get(1).get("/events/next?after=" + first);
            answer.assertStatus(200);
            assertThat(answer.member("id")).isEqualTo(second);
        }
    }

    @Test
    default void p01_aRepeatAtAnotherNodeAnswersTheFirstId() {
        String key = "Idempotency-Key: " + System.nanoTime();
        try (PublishingClient first = new PublishingClient(nodes().get(0));
                PublishingClient second = new PublishingClient(nodes().get(1))) {
            String id = PublishingClient.id(first.post("/events", "text/plain", "once", key));
            assertThat(PublishingClient.id(second.post("/events", "text/plain", "once", key)))
                    .isEqualTo(id);
        }
    }

    /** If this fails, check that Redis appends all events of a batch in one step. */
    @Test
    default void p01_aBatchIsOneStepForAllNodes() {
        String key = "Idempotency-Key: " + System.nanoTime();
        String batch = "[{\"data\":\"0\"},{\"data\":\"1\"},{\"data\":\"2\"}]";
        try (EventStream stream = EventStream.open(nodes().get(1), "/events");
                PublishingClient first = new PublishingClient(nodes().get(0));
                PublishingClient second = new PublishingClient(nodes().get(1))) {
            String ids = first.post("/events", "application/json", batch, key).text();
            List<EventStream.Event> events = stream.next(3);
            assertThat(events).extracting(EventStream.Event::data).containsExactly("0", "1", "2");
            assertThat(ids)
                    .isEqualTo(events.stream()
                            .map(EventStream.Event::id)
                            .collect(Collectors.joining("\",\"", "{\"ids\":[\"", "\"]}")));
            assertThat(second.post("/events", "application/json", batch, key).text())
                    .isEqualTo(ids);
        }
    }

    /** If this fails, check that a node acknowledges no event before Redis has it, and that streams stay open. */
    @Test
    default void p05_withoutRedisNothingIsAcknowledgedAndStreamsStayOpen() {
        String key = "Idempotency-Key: " + System.nanoTime();
        try (EventStream stream = EventStream.open(nodes().get(1), "/events")) {
            publish("before", key + "-0").assertStatus(201);
            whilePaused(() -> {
                Answer refused = publish("meanwhile", key);
                refused.assertRefusedWith(Problem.UNAVAILABLE);
                assertThat(refused.field("Retry-After")).isEqualTo("1");
            });
            publish("meanwhile", key).assertStatus(201);
            publish("after", key + "-1").assertStatus(201);
            assertThat(stream.data(3)).containsExactly("before", "meanwhile", "after");
        }
    }

    /** Publishes on a new connection, because Tomcat closes a connection on which it has refused a request. */
    private Answer publish(String data, String key) {
        try (PublishingClient publisher = new PublishingClient(nodes().get(0))) {
            return publisher.post("/events", "text/plain", data, key);
        }
    }

    /**
     * Redis is killed and restarted. Redis writes each event to its file before it answers, so no event may be lost. If
     * this fails, check that the nodes go on reading after the last event that they have read.
     */
    @Test
    default void p05_aKillOfRedisLosesNothing() {
        String key = "Idempotency-Key: " + System.nanoTime();
        try (EventStream stream = EventStream.open(nodes().get(1), "/events")) {
            publish("before", key + "-0").assertStatus(201);
            redis().kill();
            publish("refused", key + "-1").assertRefusedWith(Problem.UNAVAILABLE);
            redis().restart();
            redis().seemsOld(PREFIX); // for the tests with SOAP
            recovered();
            publish("after", key + "-2").assertStatus(201);
            assertThat(stream.data(2)).containsExactly("before", "after");
            try (EventStream resumed =
                    EventStream.open(nodes().get(0), "/events", "Last-Event-ID: " + stream.cursor())) {
                publish("last", key + "-3").assertStatus(201);
                assertThat(resumed.next()).isEqualTo(stream.next());
            }
        }
    }

    /**
     * While Redis is down, a client resumes with an id that the nodes do not know. Redis may know this id, so the nodes
     * must answer 503. If this fails, check that they report no lost events before Redis is back.
     */
    @Test
    default void e10_anIdOfAnotherEpochWaitsForRedis() {
        String target = "/events/next?timeout=0&after=another-1";
        redis().kill();
        try {
            for (RunningServer node : nodes()) {
                Eventually.is("a refusal", () -> node.get(target).status() == Problem.UNAVAILABLE.status());
            }
        } finally {
            redis().restart();
            redis().seemsOld(PREFIX); // for the tests with SOAP
            recovered();
        }
        for (RunningServer node : nodes()) {
            assertThat(node.get(target).member("type")).isEqualTo("gap");
        }
    }

    /**
     * Redis loses all events. If this fails, check that a node whose position in the log is gone finds a new position,
     * and sends live subscribers a {@code gap} event.
     */
    @Test
    default void e04_aRedisThatForgotEverythingIsAGap() {
        try (EventStream stream = EventStream.open(nodes().get(1), "/events");
                PublishingClient publisher = new PublishingClient(nodes().get(0))) {
            publisher.text("numbers", "before");
            assertThat(stream.next().data()).isEqualTo("before");
            redis().forget();
            redis().seemsOld(PREFIX); // for the tests with SOAP
            publisher.text("numbers", "after");
            assertThat(stream.next().isGap()).isTrue();
            assertThat(stream.next().data()).isEqualTo("after");
        }
    }
}
