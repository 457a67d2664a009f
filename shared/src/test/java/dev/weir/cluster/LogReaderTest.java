package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Client;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.events.EventLog;
import dev.weir.events.EventText;
import dev.weir.events.Publication;
import dev.weir.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the event log of several nodes (E03, E04, P01). A node here is a Redis link, a reader and a publisher. */
class LogReaderTest {
    private static final int HISTORY = Node.HISTORY;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private final List<Node> nodes = new ArrayList<>();
    private final Client client = Node.client();

    @BeforeEach
    void start() {
        REDIS.forget();
        nodes.add(Node.start(REDIS));
        nodes.add(Node.start(REDIS));
    }

    @AfterEach
    void stop() {
        nodes.forEach(Node::close);
    }

    private String publish(int node, String data, @Nullable String key) {
        return nodes.get(node).publish(client, data, key);
    }

    private List<String> publish(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> publish(i % 2, "event " + i, null))
                .toList();
    }

    private static List<String> ids(List<EventText> events) {
        return events.stream().map(EventText::id).toList();
    }

    @Test
    void e03_allNodesHaveTheSameEventsInTheSameOrder() {
        List<String> ids = publish(10);
        for (Node node : nodes) {
            List<EventText> events = node.after(0, ids.getLast());
            assertThat(ids(events)).isEqualTo(ids);
            assertThat(events.getFirst()).isEqualTo(new EventText(ids.getFirst(), "type", "event 0"));
        }
    }

    /** All nodes restart. A node that starts must read all events that Redis keeps before it serves clients. */
    @Test
    void e03_idsGoOnAfterARestartOfAllNodes() {
        List<String> before = publish(10);
        nodes.forEach(Node::close);
        nodes.clear();
        nodes.add(Node.start(REDIS));
        nodes.add(Node.start(REDIS));
        EventLog log = nodes.getFirst().log();
        assertThat(ids(nodes.getFirst().read(log.cursor(before.get(4))))).isEqualTo(before.subList(5, 10));
        String after = publish(0, "after", null);
        assertThat(ids(nodes.getFirst().after(log.cursor(before.getLast()), after)))
                .containsExactly(after);
    }

    @Test
    void e04_eventsThatRedisDoesNotKeepAreAGap() {
        List<String> ids = publish(HISTORY + 10);
        assertThat(REDIS.ask("XLEN test:events:stream")).isEqualTo(":" + HISTORY);
        nodes.add(Node.start(REDIS));
        Node late = nodes.getLast();
        List<EventText> events = late.read(late.log().cursor(ids.get(3)));
        assertThat(events.getFirst().type()).isEqualTo("gap");
        assertThat(ids(events).subList(1, HISTORY + 1)).isEqualTo(ids.subList(10, ids.size()));
    }

    /** A restart of Redis that loses no events must not cause a gap event. */
    @Test
    void e03_aRestartOfRedisLosesNothing() {
        List<String> before = publish(5);
        REDIS.kill();
        REDIS.restart();
        nodes.forEach(node -> await().until(node.link()::isUp));
        List<String> after = publish(5);
        List<String> all = new ArrayList<>(before);
        all.addAll(after);
        for (Node node : nodes) {
            assertThat(ids(node.after(0, all.getLast()))).isEqualTo(all);
            assertThat(ids(node.after(node.log().cursor(before.getLast()), all.getLast())))
                    .isEqualTo(after);
        }
        assertThat(all).doesNotHaveDuplicates();
    }

    /** Redis has lost events and gives out their numbers again. Clients must get a gap event, and ids must be new. */
    @Test
    void e04_eventsThatRedisLostAreAGapAndTheirIdsDoNotComeBack() {
        List<String> before = publish(5);
        nodes.forEach(node -> node.after(0, before.getLast()));
        long live = nodes.getFirst().log().last();
        REDIS.ask("XDEL test:events:stream 4-0 5-0");
        REDIS.ask("XSETID test:events:stream 3-0");
        REDIS.ask("HSET test:events:state last 3 run another");
        List<String> after = publish(3);
        for (Node node : nodes) {
            List<EventText> events = node.after(live, after.getLast());
            assertThat(events.getFirst().type()).isEqualTo("gap");
            assertThat(ids(events.subList(1, events.size()))).isEqualTo(after);
            assertThat(node.after(node.log().cursor(before.getLast()), after.getLast())
                            .getFirst()
                            .type())
                    .isEqualTo("gap");
        }
        assertThat(after).doesNotContainAnyElementsOf(before);
    }

    /** Redis was emptied, so event numbers begin at 1 again. A node must notice that, or it would read nothing more. */
    @Test
    void e04_aLogThatBeginsAnewIsAGap() {
        List<String> before = publish(5);
        nodes.forEach(node -> node.after(0, before.getLast()));
        long live = nodes.getFirst().log().last();
        REDIS.forget();
        List<String> after = publish(2);
        for (Node node : nodes) {
            List<EventText> events = node.after(live, after.getLast());
            assertThat(events.getFirst().type()).isEqualTo("gap");
            assertThat(ids(events.subList(1, events.size()))).isEqualTo(after);
            String epoch = after.getFirst().substring(0, after.getFirst().indexOf('-'));
            assertThat(events.getFirst().id()).isEqualTo(epoch + "-0"); // a cursor that all nodes know
        }
    }

    @Test
    void p01_aRepeatOnAnotherNodeGetsTheFirstId() {
        String first = publish(0, "one", "key");
        assertThat(publish(1, "two", "key")).isEqualTo(first);
        assertThat(publish(1, "three", "other key")).isNotEqualTo(first);
        assertThat(REDIS.ask("XLEN test:events:stream")).isEqualTo(":2");
    }

    /** A batch that is repeated on another node must get the same ids. Readers must get each event once, in order. */
    @Test
    void p01_aBatchHasConsecutiveNumbersAndIsRememberedAsAWhole() {
        List<Publication> batch = List.of(
                new Publication("topic", "type", "one"),
                new Publication("other", null, "two"),
                new Publication("topic", "type", "three"));
        String before = publish(0, "before", null);
        List<String> ids =
                nodes.get(0).publisher().publish(client, batch, "key").join().all();
        assertThat(nodes.get(1).publisher().publish(client, batch, "key").join().all())
                .isEqualTo(ids);
        String after = publish(1, "after", null);
        for (Node node : nodes) {
            List<EventText> events = node.after(0, after);
            assertThat(events)
                    .containsExactly(
                            new EventText(before, "type", "before"),
                            new EventText(ids.get(0), "type", "one"),
                            new EventText(ids.get(1), null, "two"),
                            new EventText(ids.get(2), "type", "three"),
                            new EventText(after, "type", "after"));
        }
    }

    /** A publisher gets no reply and repeats its event on another node. The event must be published only once. */
    @Test
    void p01_anUnknownOutcomeIsNotPublishedTwice() {
        publish(1);
        REDIS.pause();
        try {
            assertThatThrownBy(() -> publish(0, "one", "key")).hasCauseInstanceOf(RefusedException.class);
        } finally {
            REDIS.resume();
        }
        nodes.forEach(node -> await().until(node.link()::isUp));
        String id = publish(1, "one", "key");
        List<EventText> events = nodes.getFirst().after(0, id);
        assertThat(events.stream().filter(event -> event.data().equals("one")).map(EventText::id))
                .containsExactly(id);
    }
}
