package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.contract.RedisServer;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests API keys on Redis (C07). The keys outlive the nodes. If Redis has lost them, the nodes write them back. */
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

    /** A node's key store, and the API keys that the store told its listener last. */
    private record Opened(KeyStore store, AtomicReference<Map<ApiKey, Assignment>> told) {
        static Opened on(RedisLink link) {
            Opened node = new Opened(new RedisKeys(link), new AtomicReference<>(Map.of()));
            node.store.open(node.told::set);
            return node;
        }

        Map<ApiKey, Assignment> keys() {
            return told.get();
        }
    }

    @Test
    void c07_aNodeThatStartsLaterHasTheKeys() {
        Opened node = Opened.on(link);
        node.store.change(ALICE, GOLD);
        node.store.change(BOB, Assignment.REVOKED);
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED));
        assertThat(Opened.on(other).keys()).isEqualTo(node.keys());
    }

    @Test
    void c07_otherNodesAreToldOfAChange() {
        Opened node = Opened.on(link);
        Opened another = Opened.on(other);
        node.store.change(ALICE, GOLD);
        await().until(() -> another.keys().equals(Map.of(ALICE, GOLD)));
        another.store.change(ALICE, null);
        assertThat(another.keys()).isEmpty();
        await().until(() -> node.keys().isEmpty());
    }

    /** Two nodes add an API key at the same time. With two ids for this key, its client would get twice its rate. */
    @Test
    void c07_aKeyThatTwoNodesAddAtOnceHasOneId() {
        Opened node = Opened.on(link);
        Opened another = Opened.on(other);
        node.store.change(ALICE, GOLD);
        another.store.change(ALICE, new Assignment("key-2", "silver"));
        assertThat(another.keys()).isEqualTo(Map.of(ALICE, new Assignment("key-1", "silver")));
    }

    /** An API key that is revoked and added again needs a new id. Otherwise a node might miss the revocation. */
    @Test
    void c07_aKeyThatIsAddedAgainHasAnotherId() {
        Opened node = Opened.on(link);
        Assignment configured = new Assignment("-key-2", "gold");
        node.store.change(ALICE, configured);
        assertThat(node.keys()).containsEntry(ALICE, configured);
        node.store.change(ALICE, Assignment.REVOKED);
        node.store.change(ALICE, configured);
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
        Opened.on(other).store.change(ALICE, GOLD);
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
            commands.addAndGet(isOfKeys() ? 1 : 0);
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
            if (isOfKeys() && fault.compareAndSet(true, false)) {
                throw new IllegalStateException("planted");
            }
            return System.nanoTime();
        };
        try (RedisLink faulty = Links.to(REDIS.uri(), clock)) {
            Opened node = Opened.on(faulty);
            fault.set(true);
            await().until(() -> !fault.get());
            Opened.on(other).store.change(ALICE, GOLD);
            await().until(() -> node.keys().equals(Map.of(ALICE, GOLD)));
        }
    }

    private static boolean isOfKeys() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(RedisKeys.class.getName())));
    }

    /** Redis has lost all API keys. The nodes must write them back, with the last change that any node has made. */
    @Test
    void c07_aRedisThatHasLostTheKeysGetsThemBack() {
        Opened node = Opened.on(link);
        node.store.change(ALICE, GOLD);
        node.store.change(BOB, Assignment.REVOKED);
        Map<ApiKey, Assignment> before = node.keys();
        REDIS.forget();
        await().until(() -> REDIS.ask("HLEN test:keys").equals(":4"));
        assertThat(Opened.on(other).keys()).isEqualTo(before);
    }

    /** An API key changes after Redis has lost all keys. The node must write the earlier changes back to Redis, too. */
    @Test
    void c07_aChangeAfterALossKeepsTheEarlierOnes() {
        Opened node = Opened.on(link);
        node.store.change(ALICE, GOLD);
        REDIS.forget();
        node.store.change(BOB, Assignment.REVOKED);
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED));
        assertThat(Opened.on(other).keys()).isEqualTo(node.keys());
    }

    /** The node does not know the last change of API keys on Redis. It must then take over all keys from Redis. */
    @Test
    void c07_theHistoryOnRedisReplacesThatOfTheNode() {
        Opened node = Opened.on(link);
        node.store.change(ALICE, GOLD);
        REDIS.ask("HDEL test:keys " + ALICE.sha256Hex());
        REDIS.ask("HSET test:keys last another " + BOB.sha256Hex() + " revoked");
        await().until(() -> node.keys().equals(Map.of(BOB, Assignment.REVOKED)));
    }

    @Test
    void c07_withoutRedisAChangeIsRefusedAndTheKeysStay() {
        Opened node = Opened.on(link);
        node.store.change(ALICE, GOLD);
        REDIS.kill();
        try {
            assertRefused(Problem.KEYS_NOT_STORED, () -> node.store.change(ALICE, null));
            assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD));
        } finally {
            REDIS.restart();
        }
        await().ignoreExceptions()
                .untilAsserted(() -> node.store.change(BOB, GOLD)); // the link may not be back at once
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, GOLD));
    }

    /** A node must not accept an API key whose entry on Redis it cannot read. The key may have been revoked. */
    @Test
    void c07_aKeyWithADamagedEntryIsNotAccepted() {
        REDIS.ask("HSET test:keys changes 1 " + ALICE.sha256Hex() + " gold " + BOB.sha256Hex() + " revoked other x");
        assertThat(Opened.on(link).keys()).isEqualTo(Map.of(ALICE, Assignment.REVOKED, BOB, Assignment.REVOKED));
    }

    @Test
    void c07_theNumberOfKeysIsBounded() {
        Opened node = Opened.on(link);
        REDIS.ask("HSET test:keys changes 0 last x");
        REDIS.ask("EVAL for--[[]]i=1," + KeyStore.MOST // an inline command has no blanks within a word
                + "--[[]]do--[[]]redis.call([[HSET]],KEYS[1],i,[[x]])end 1 test:keys");
        assertRefused(Problem.TOO_MANY_KEYS, () -> node.store.change(ALICE, GOLD));
        node.store.change(ALICE, Assignment.REVOKED);
        assertThat(node.keys()).containsEntry(ALICE, Assignment.REVOKED);
    }

    private static void assertRefused(Problem problem, Runnable change) {
        assertThatThrownBy(change::run)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
