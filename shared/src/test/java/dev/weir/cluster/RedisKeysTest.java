package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.problem.Problem;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests API keys on Redis (C07). The keys outlive the nodes. */
class RedisKeysTest {
    private static final ApiKey ALICE = ApiKey.parse("alice's key");
    private static final ApiKey BOB = ApiKey.parse("bob's key");
    private static final Assignment GOLD = new Assignment("key-1", "gold plan");

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private RedisLink link;
    private RedisLink other;

    @BeforeEach
    void connect() {
        REDIS.forget();
        link = Links.to(REDIS);
        other = Links.to(REDIS);
    }

    @AfterEach
    void disconnect() {
        link.close();
        other.close();
    }

    @Test
    void c07_aNodeThatStartsLaterHasTheKeys() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        node.store().change(BOB, Assignment.REVOKED);
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED));
        assertThat(KeyNode.on(other).keys()).isEqualTo(node.keys());
    }

    @Test
    void c07_otherNodesAreToldOfAChange() {
        KeyNode node = KeyNode.on(link);
        KeyNode another = KeyNode.on(other);
        node.store().change(ALICE, GOLD);
        await().until(() -> another.keys().equals(Map.of(ALICE, GOLD)));
        another.store().change(ALICE, null);
        assertThat(another.keys()).isEmpty();
        await().until(() -> node.keys().isEmpty());
    }

    /**
     * Two nodes add an API key at the same time. The key must get only one id. With two ids, the client would get twice
     * its rate.
     */
    @Test
    void c07_aKeyThatTwoNodesAddAtOnceHasOneId() {
        KeyNode node = KeyNode.on(link);
        KeyNode another = KeyNode.on(other);
        node.store().change(ALICE, GOLD);
        another.store().change(ALICE, new Assignment("key-2", "silver"));
        assertThat(another.keys()).isEqualTo(Map.of(ALICE, new Assignment("key-1", "silver")));
    }

    /** An API key that is revoked and added again needs a new id. Otherwise a node might miss the revocation. */
    @Test
    void c07_aKeyThatIsAddedAgainHasAnotherId() {
        KeyNode node = KeyNode.on(link);
        Assignment configured = new Assignment("-key-2", "gold");
        node.store().change(ALICE, configured);
        assertThat(node.keys()).containsEntry(ALICE, configured);
        node.store().change(ALICE, Assignment.REVOKED);
        node.store().change(ALICE, configured);
        assertThat(node.keys())
                .extractingByKey(ALICE)
                .extracting(Assignment::id)
                .asString()
                .matches("key-[0-9a-f]{16}");
    }

    /** The store's listener must not run on the thread that gets the replies of Redis. That thread must not block. */
    @Test
    void c07_theListenerRunsOnAThreadOfItsOwn() {
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        new RedisKeys(link).open(_ -> threads.add(Thread.currentThread()));
        KeyNode.on(other).store().change(ALICE, GOLD);
        await().until(() -> threads.size() == 2);
        assertThat(threads).allMatch(Thread::isVirtual);
    }

    /** A listener that waits must not hold up the commands on the link to Redis. */
    @Test
    void c07_aListenerThatWaitsDelaysNoCommand() {
        AtomicInteger commands = new AtomicInteger();
        CountDownLatch waits = new CountDownLatch(2);
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        LongSupplier clock = () -> {
            commands.addAndGet(KeyClock.isOfKeys() ? 1 : 0);
            return System.nanoTime();
        };
        try (RedisLink counted = Links.to(REDIS.uri(), clock)) {
            KeyStore store = new RedisKeys(counted);
            store.open(_ -> {
                waits.countDown();
                if (waits.getCount() == 0) {
                    end.join();
                }
            });
            Thread changing = Thread.startVirtualThread(() -> store.change(ALICE, GOLD));
            await().until(() -> waits.getCount() == 0);
            int before = commands.get();
            await().until(() -> commands.get() > before);
            assertThat(counted.run(RedisAsyncCommands::ping)).succeedsWithin(RedisLink.PATIENCE.multipliedBy(2));
            end.complete(true);
            await().until(() -> !changing.isAlive());
        } finally {
            end.complete(true);
        }
    }

    /** A poll of the API keys throws an exception. The node must poll again and find the next change. */
    @Test
    void c07_aPollThatThrowsIsNotTheLast() {
        AtomicBoolean fault = new AtomicBoolean();
        LongSupplier clock = () -> {
            if (KeyClock.isOfKeys() && fault.compareAndSet(true, false)) {
                throw new IllegalStateException("planted");
            }
            return System.nanoTime();
        };
        try (RedisLink faulty = Links.to(REDIS.uri(), clock)) {
            KeyNode node = KeyNode.on(faulty);
            fault.set(true);
            await().until(() -> !fault.get());
            KeyNode.on(other).store().change(ALICE, GOLD);
            await().until(() -> node.keys().equals(Map.of(ALICE, GOLD)));
        }
    }

    @Test
    void c07_withoutRedisAChangeIsRefusedAndTheKeysStay() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        REDIS.kill();
        try {
            KeyNode.assertRefused(Problem.KEYS_NOT_STORED, () -> node.store().change(ALICE, null));
            assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD));
        } finally {
            REDIS.restart();
        }
        await().ignoreExceptions()
                .untilAsserted(() -> node.store().change(BOB, GOLD)); // the link may not be back at once
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, GOLD));
    }

    /** A node must not accept an API key whose entry on Redis it cannot read. The key may have been revoked. */
    @Test
    void c07_aKeyWithADamagedEntryIsNotAccepted() {
        REDIS.ask("HSET test:keys changes 1 " + ALICE.sha256Hex() + " gold " + BOB.sha256Hex() + " revoked other x");
        assertThat(KeyNode.on(link).keys()).isEqualTo(Map.of(ALICE, Assignment.REVOKED, BOB, Assignment.REVOKED));
    }
}
