package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.keys.Assignment;
import dev.weir.contract.cluster.RedisServer;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests faults while a node notices that Redis has lost API keys, and while the node writes them back (C07). */
class KeyWriteBackTest extends TwoKeyNodes {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    KeyWriteBackTest() {
        super(REDIS);
    }

    /** Returns a node that knows two keys, which Redis has lost. The node is cut off from Redis. */
    private KeyNode cutOffWhileRedisForgets() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        node.store().change(BOB, SILVER);
        clock.cut(true);
        REDIS.forget();
        return node;
    }

    /**
     * A key is revoked after a node has read the keys, but before the node writes lost keys back. The key must stay
     * revoked.
     */
    @Test
    void c07_aRevocationDuringTheWriteBackIsNotUndone() {
        KeyNode node = cutOffWhileRedisForgets();
        KeyNode fresh = KeyNode.on(other);
        clock.before("restore", () -> {
            fresh.store().change(ALICE, Assignment.REVOKED);
            otherClock.cut(true); // so that only the node can write to Redis
        });
        clock.cut(false);
        awaitKeys(Map.of(ALICE, Assignment.REVOKED, BOB, SILVER), node);
    }

    /** Redis loses all keys just after a node has changed a key. The node must write back this change, too. */
    @Test
    void c07_aChangeThatRedisLosesAtOnceIsWrittenAgain() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        clock.before("read", REDIS::forget);
        node.store().change(BOB, Assignment.REVOKED);
        awaitKeys(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED), node);
    }

    /**
     * Redis is full, so a node cannot write lost keys back. Even so, the node must learn that another node has revoked
     * a key.
     */
    @Test
    void c07_aNodeThatCannotWriteTheKeysBackReadsNewOnes() {
        KeyNode node = cutOffWhileRedisForgets();
        KeyNode fresh = KeyNode.on(other);
        fresh.store().change(BOB, Assignment.REVOKED);
        REDIS.ask("CONFIG SET maxmemory 1");
        clock.cut(false);
        try {
            await().until(() -> node.keys().equals(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED)));
            assertThat(fresh.keys()).isEqualTo(Map.of(BOB, Assignment.REVOKED));
        } finally {
            REDIS.ask("CONFIG SET maxmemory 0");
        }
        awaitKeys(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED), node, fresh);
    }

    /**
     * Redis loses all keys, and its clock goes back. If a node then changes a key, the change must still get a later
     * time than all changes that this node knows.
     */
    @Test
    void c07_aChangeIsTheLastAlthoughTheClockGoesBack() {
        KeyNode node = KeyNode.on(link);
        long future = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli() * 1_000;
        REDIS.ask("HSET test:keys last x newest " + future + " " + ALICE.sha256Hex() + " " + future);
        KeyNode another = KeyNode.on(other);
        clock.cut(true);
        REDIS.forget();
        another.store().change(ALICE, GOLD);
        clock.cut(false);
        awaitKeys(Map.of(ALICE, GOLD), node, another);
    }
}
