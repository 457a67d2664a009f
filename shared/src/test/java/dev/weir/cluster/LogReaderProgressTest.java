package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Client;
import dev.weir.contract.cluster.RedisProxy;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.events.EventText;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LogReaderProgressTest {
    private static final int MANY = 1000;
    private static final long MANY_BYTES = 10_000_000;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private final Client client = Node.client();
    private Node node;

    @BeforeEach
    void start() {
        REDIS.forget();
        node = Node.start(REDIS.uri(), MANY, MANY_BYTES);
    }

    @AfterEach
    void stop() {
        REDIS.ask("ACL SETUSER default +xread");
        node.close();
    }

    /** A node must be able to start while another node publishes events without a pause. */
    @Test
    void e03_aNodeStartsWhileAnotherPublishes() {
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> {
            while (!ended.get()) {
                node.publish(client, "event", null);
            }
        });
        await().until(() -> node.log().last() > 0);
        try (Node other = Node.start(REDIS)) {
            assertThat(other.log().last()).isPositive();
        } finally {
            ended.set(true);
            publishing.join();
        }
    }

    @Test
    void e03_anEntryThatIsNoEventIsSkipped() {
        String before = node.publish(client, "before", null);
        REDIS.ask("HSET test:events:state last 2");
        REDIS.ask("XADD test:events:stream 2-0 foo bar");
        String after = node.publish(client, "after", null);
        assertThat(node.after(0, after)).extracting(EventText::id).containsExactly(before, after);
        assertThat(node.log().cursor(before)).isEqualTo(1);
        assertThat(node.log().isBehind()).isFalse();
    }

    /** The thread that copies events from Redis must go on after an {@link Error}, and copy no event twice. */
    @Test
    void e03_aFailureDoesNotEndTheReading() {
        AtomicBoolean failed = new AtomicBoolean();
        var _ = node.log().listen(() -> {
            if (failed.compareAndSet(false, true)) {
                throw new AssertionError("planted");
            }
        });
        String first = node.publish(client, "first", null);
        String second = node.publish(client, "second", null);
        assertThat(node.after(0, second)).extracting(EventText::id).containsExactly(first, second);
    }

    /** A slow network cannot transfer a large reply of Redis in time. So the node must ask for few events at once. */
    @Test
    void e03_aSlowNetworkDoesNotEndTheReading() {
        String data = "x".repeat(64 * 1024);
        for (int i = 0; i < 40; i++) {
            node.publish(client, data, null);
        }
        try (RedisProxy network = RedisProxy.to(REDIS)) {
            network.stallAfter(35 * data.length());
            try (Node slow = Node.start(network.uri(), MANY, MANY_BYTES)) {
                assertThat(slow.log().last()).isEqualTo(40);
            }
        }
    }

    /** A node that reads many new events must count as behind until it has read all, and not just one batch of them. */
    @Test
    void e03_aReaderIsBehindUntilItHasCaughtUp() {
        REDIS.ask("ACL SETUSER default -xread");
        await().until(node.log()::isBehind);
        for (int i = 0; i < MANY; i++) {
            node.publish(client, "event", null);
        }
        CompletableFuture<Boolean> wasBehind = new CompletableFuture<>();
        var _ = node.log().listen(() -> {
            if (node.log().last() == MANY - 100) {
                wasBehind.complete(node.log().isBehind());
            }
        });
        REDIS.ask("ACL SETUSER default +xread");
        await().until(() -> !node.log().isBehind());
        assertThat(node.log().last()).isEqualTo(MANY);
        assertThat(wasBehind).isCompletedWithValue(true);
    }
}
