package dev.weir.cluster;

import static org.awaitility.Awaitility.await;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.events.EventLog;
import dev.weir.events.EventText;
import dev.weir.events.Publication;
import dev.weir.events.Topics;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts of a node that publish and read events. The log is the node's copy of the event log on Redis. */
record Node(RedisLink link, EventLog log, LogReader reader, RedisPublisher publisher) implements AutoCloseable {
    static final int HISTORY = 20;
    static final Topics ALL = Topics.of(List.of());
    static final Duration START = Duration.ofSeconds(10);

    private static final long HISTORY_BYTES = 1_000_000;

    static Node start(RedisServer redis) {
        return start(redis.uri(), HISTORY, HISTORY_BYTES);
    }

    static Node start(String uri, int history, long historyBytes) {
        RedisLink link = Links.to(uri);
        EventLog log = EventLog.ofSeveral(history, historyBytes);
        LogReader reader = new LogReader(link, log);
        Node node = new Node(link, log, reader, new RedisPublisher(link, history, historyBytes));
        try {
            reader.awaitComplete(START);
        } catch (IllegalStateException e) {
            node.close();
            throw e;
        }
        return node;
    }

    static Client client() {
        Throttle throttle = new Throttle(
                new TokenBucket(0, 0, 0),
                Chunk.Time.fixed(Duration.ofMillis(100)),
                (task, delayNanos) -> () -> {},
                () -> 0);
        Plan plan = new Plan("plan", 0, 0, 1, 9, 9, 9, false, true);
        Clients clients = new Clients(throttle, List.of(), plan, new Clients.Limits(9, 9, 9), () -> 0);
        return Objects.requireNonNull(clients.enter(null, InetAddress.ofLiteral("192.0.2.1"), Use.SUBSCRIPTION));
    }

    String publish(Client client, String data, @Nullable String key) {
        return publisher
                .publish(client, List.of(new Publication("topic", "type", data)), key)
                .join()
                .first();
    }

    List<EventText> after(long cursor, String id) {
        await().until(() -> log.cursor(id) <= log.last() && log.cursor(id) >= 0);
        return read(cursor);
    }

    List<EventText> read(long cursor) {
        return log.read(cursor, ALL, 1000, Long.MAX_VALUE).texts();
    }

    @Override
    public void close() {
        reader.close();
        link.close();
    }
}
