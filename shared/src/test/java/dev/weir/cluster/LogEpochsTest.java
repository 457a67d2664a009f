package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Client;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.events.EventText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests event ids over many restarts of Redis (E03, E04). A run is the time between two restarts. To simulate a
 * restart, a test changes the name of the run that Redis stores.
 */
class LogEpochsTest {
    private static final int RESTARTS = 150;
    private static final long HISTORY_BYTES = 1_000_000;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private final Client client = Node.client();
    private Node node;

    @BeforeEach
    void start() {
        REDIS.forget();
        node = Node.start(REDIS.uri(), 2 * RESTARTS, HISTORY_BYTES);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static void restartRedis() {
        REDIS.ask("HSET test:events:state run another");
    }

    /** A run is the time between two restarts of Redis. A node must read the events of all runs in their order. */
    @Test
    void e03_eventsOfManyRunsAreReadInOrder() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < RESTARTS; i++) {
            ids.add(node.publish(client, "event", null));
            restartRedis();
        }
        assertThat(ids(node.after(0, ids.getLast()))).isEqualTo(ids);
        try (Node late = Node.start(REDIS.uri(), 2 * RESTARTS, HISTORY_BYTES)) {
            assertThat(ids(late.read(late.log().cursor(ids.getFirst())))).isEqualTo(ids.subList(1, RESTARTS));
        }
    }

    /**
     * Redis restarts many times after an event. A client with the id of this event must get no gap event. Redis must
     * remember only two runs (times between two restarts): the run of the event, and the current run.
     */
    @Test
    void e03_manyRestartsWithoutAnEventAreNoGap() {
        String before = node.publish(client, "before", null);
        node.after(0, before);
        for (int i = 0; i < RESTARTS; i++) {
            restartRedis();
            SharedLog.state(node.link());
        }
        assertThat(REDIS.ask("LLEN test:events:runs")).isEqualTo(":4"); // a name and a number for each of two runs
        String after = node.publish(client, "after", null);
        assertThat(ids(node.after(node.log().cursor(before), after))).containsExactly(after);
        assertThat(ids(node.read(0))).containsExactly(before, after);
    }

    /** A client sends the id of a lost event. It must get a gap event, even though a new event has the same number. */
    @Test
    void e04_aLostEventThatThisNodeHadNotReadIsAGap() {
        String last = node.publish(client, "last", null);
        node.after(0, last);
        long lost = node.log().cursor(last.replaceFirst("1$", "3"));
        restartRedis();
        String after = "";
        for (int i = 0; i < 3; i++) {
            after = node.publish(client, "after", null);
        }
        List<EventText> events = node.after(lost, after);
        assertThat(events.getFirst().type()).isEqualTo("gap");
        assertThat(events).hasSize(4);
    }

    /** Redis loses an event in a restart. A node must notice this even before the next event is published. */
    @Test
    void e04_aLostEventIsAGapBeforeTheNextEvent() {
        String last = node.publish(client, "last", null);
        node.after(0, last);
        restartRedis();
        SharedLog.state(node.link());
        String lost = last.replaceFirst("1$", "2");
        await().until(() -> !node.log().openingId(2).equals(lost));
        assertThat(node.log().cursor(lost)).isNegative();
        assertThat(node.log().cursor(last)).isEqualTo(1);
    }

    /**
     * A run is the time between two restarts of Redis. Redis must remember only the runs of the stored events, the run
     * of the last deleted event, and the current run.
     */
    @Test
    void e04_runsWithoutKeptEventsAreForgotten() {
        try (Node small = Node.start(REDIS.uri(), 3, HISTORY_BYTES)) {
            for (int i = 0; i < RESTARTS; i++) {
                small.publish(client, "event", null);
                restartRedis();
            }
            SharedLog.State state = SharedLog.state(small.link());
            assertThat(state.runs()).hasSize(5).containsValues(state.first(), state.last(), state.last() + 1);
        }
    }

    private static List<String> ids(List<EventText> events) {
        return events.stream().map(EventText::id).toList();
    }
}
