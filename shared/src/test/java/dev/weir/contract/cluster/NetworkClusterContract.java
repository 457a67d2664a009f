package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.soap.SoapSender;
import dev.weir.problem.Problem;
import dev.weir.soap.Sent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests cluster nodes whose network to Redis is slow or fails (rules E03, P01, P05, S05). */
public interface NetworkClusterContract extends NodesUnderTest {
    /** The delay of a slow network, in each direction. It is below half of the time in which Redis must answer. */
    Duration SLOW = Duration.ofMillis(200);

    /** If this fails, check that a node waits for a late answer of Redis, and does not send a command twice. */
    @Test
    default void p05_aSlowRedisLosesNothingAndTellsNothingTwice() {
        List<String> ids = new ArrayList<>();
        whileSlowerBy(SLOW, () -> {
            try (EventStream first = EventStream.open(nodes().get(0), "/events");
                    EventStream second = EventStream.open(nodes().get(1), "/events")) {
                IntStream.range(0, 6).forEach(i -> ids.add(acknowledged(i % 2, "event " + i)));
                List<EventStream.Event> seen = first.next(6);
                assertThat(seen).extracting(EventStream.Event::id).isEqualTo(ids);
                assertThat(second.next(6)).isEqualTo(seen);
            }
        });
        try (EventStream resumed = EventStream.open(nodes().get(1), "/events", "Last-Event-ID: " + ids.get(2))) {
            ids.add(acknowledged(0, "last"));
            assertThat(resumed.next(4)).extracting(EventStream.Event::id).isEqualTo(ids.subList(3, 7));
        }
    }

    /** Publishes an event and returns its id. Repeats a refused request with the same {@code Idempotency-Key}. */
    private String acknowledged(int node, String data) {
        String key = "Idempotency-Key: " + System.nanoTime();
        return acknowledged(node, data, key);
    }

    private String acknowledged(int node, String data, String key) {
        return PublishingClient.id(await("an acknowledgement")
                .pollInSameThread()
                .until(() -> publish(node, data, key), answer -> answer.status() != Problem.UNAVAILABLE.status()));
    }

    /** Publishes on a new connection, because Tomcat closes a connection on which it has refused a request. */
    private Answer publish(int node, String data, String key) {
        try (PublishingClient publisher = new PublishingClient(nodes().get(node))) {
            return publisher.post("/events", "text/plain", data, key);
        }
    }

    @Test
    default void s05_aSlowRedisAcceptsOneOfTheCopies() {
        Sent sent = Sent.soap(SoapSender.calls().plus(1, 2, SoapSender.now()).envelope());
        whileSlowerBy(
                SLOW,
                () -> assertThat(IntStream.range(0, 4)
                                .parallel()
                                .mapToObj(copy -> new SoapSender(nodes().get(copy % 2)).post(sent))
                                .map(Answer::status)
                                .toList())
                        .containsOnlyOnce(200)
                        .allMatch(status -> status == 200 || status == 500));
    }

    /**
     * The answer of Redis to a stored event is lost, and the client repeats its request. If this fails, check that
     * Redis stores the event and its {@code Idempotency-Key} in one step.
     */
    @Test
    default void p01_aRepeatAfterALostAnswerGetsTheFirstId() {
        String data = "answer lost " + System.nanoTime();
        String key = "Idempotency-Key: " + System.nanoTime();
        try (EventStream stream = EventStream.open(nodes().get(1), "/events")) {
            acknowledged(0, "before"); // Redis now has the script, so it stores the next event at the first command
            assertThat(stream.next().data()).isEqualTo("before");
            networks().get(0).loseAnswerTo(data);
            EventStream.Event stored;
            try (PublishingClient publisher = new PublishingClient(nodes().get(0))) {
                publisher.send("/events", "text/plain", data.getBytes(StandardCharsets.UTF_8), key);
                stored = stream.next();
                networks().get(0).cut();
                publisher.answer().assertRefusedWith(Problem.UNAVAILABLE);
            }
            recovered();
            assertThat(stored.data()).isEqualTo(data);
            assertThat(Stream.of(0, 1).map(node -> acknowledged(node, data, key)))
                    .containsOnly(stored.id());
            String next = acknowledged(1, "next");
            assertThat(stream.next().id()).isEqualTo(next);
        }
    }

    /** If this fails, check that the node goes on after the last event that it has read, not at the log's end. */
    @Test
    default void e03_aNodeThatWasCutOffFromRedisMissesNothing() {
        try (EventStream stream = EventStream.open(nodes().get(1), "/events");
                PublishingClient publisher = new PublishingClient(nodes().get(0))) {
            List<String> ids = new ArrayList<>(publisher.texts(0, 2, ""));
            List<EventStream.Event> seen = new ArrayList<>(stream.next(2));
            whileCutOff(1, () -> {
                ids.addAll(publisher.texts(2, 12, ""));
                publish(1, "refused", "Idempotency-Key: " + System.nanoTime()).assertRefusedWith(Problem.UNAVAILABLE);
            });
            ids.add(publisher.text("numbers", "12"));
            seen.addAll(stream.next(11));
            assertThat(seen).extracting(EventStream.Event::id).isEqualTo(ids);
        }
    }
}
