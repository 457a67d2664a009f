package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.contract.cluster.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests that changes of API keys outlast a loss of data on Redis (C07). Nodes change keys before and after the loss. A
 * test can cut a node off from Redis, so that the node does not notice the loss yet.
 */
class LostKeysTest extends TwoKeyNodes {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    LostKeysTest() {
        super(REDIS);
    }

    /** Redis loses all API keys. The node that knows the keys must write them back. */
    @Test
    void c07_aRedisThatHasLostTheKeysGetsThemBack() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        node.store().change(BOB, Assignment.REVOKED);
        Map<ApiKey, Assignment> before = node.keys();
        REDIS.forget();
        await().until(() -> REDIS.ask("HLEN test:keys").equals(":5"));
        assertThat(KeyNode.on(other).keys()).isEqualTo(before);
    }

    /** An API key changes after Redis has lost all keys. The node must write the earlier changes back to Redis, too. */
    @Test
    void c07_aChangeAfterALossKeepsTheEarlierOnes() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        REDIS.forget();
        node.store().change(BOB, Assignment.REVOKED);
        assertThat(node.keys()).isEqualTo(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED));
        assertThat(KeyNode.on(other).keys()).isEqualTo(node.keys());
    }

    /**
     * Redis loses all API keys. A new node then revokes a key. An older node writes the lost keys back, but must not
     * undo this revocation.
     */
    @Test
    void c07_aRevocationAfterALossIsNotUndone() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        node.store().change(BOB, Assignment.REVOKED);
        clock.cut(true);
        REDIS.forget();
        KeyNode fresh = KeyNode.on(other);
        fresh.store().change(CAROL, Assignment.REVOKED);
        clock.cut(false);
        awaitKeys(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED, CAROL, Assignment.REVOKED), node, fresh);
    }

    /**
     * Redis loses the revocation of a key. A new node, which does not know of the revocation, then changes other keys.
     * The older node must write the revocation back.
     */
    @Test
    void c07_aLostRevocationComesBackAfterManyNewChanges() {
        KeyNode node = KeyNode.on(link);
        node.store().change(BOB, Assignment.REVOKED);
        clock.cut(true);
        REDIS.forget();
        KeyNode fresh = KeyNode.on(other);
        fresh.store().change(ALICE, GOLD);
        fresh.store().change(CAROL, SILVER);
        clock.cut(false);
        awaitKeys(Map.of(ALICE, GOLD, BOB, Assignment.REVOKED, CAROL, SILVER), node, fresh);
    }

    /**
     * A lagging replica takes over, so Redis loses one node's latest change. The other node then makes more changes. In
     * the end, no change may be lost.
     */
    @Test
    void c07_afterAFailOverTheChangesOfBothNodesStay() {
        KeyNode node = KeyNode.on(link);
        KeyNode another = KeyNode.on(other);
        node.store().change(ALICE, GOLD);
        await().until(() -> another.keys().equals(node.keys()));
        otherClock.cut(true);
        assertThat(REDIS.ask("COPY test:keys test:replica")).isEqualTo(":1");
        node.store().change(BOB, Assignment.REVOKED);
        clock.cut(true);
        assertThat(REDIS.ask("COPY test:replica test:keys REPLACE")).isEqualTo(":1");
        otherClock.cut(false);
        another.store().change(CAROL, Assignment.REVOKED);
        another.store().change(ALICE, SILVER);
        clock.cut(false);
        awaitKeys(
                Map.of(ALICE, new Assignment("key-1", "silver"), BOB, Assignment.REVOKED, CAROL, Assignment.REVOKED),
                node,
                another);
    }

    /**
     * Redis loses all API keys while both nodes are cut off. One node comes back and removes a key. The other node
     * comes back later and still has this key. It must not write the key back.
     */
    @Test
    void c07_aKeyThatIsRemovedAfterALossStaysRemoved() {
        KeyNode node = KeyNode.on(link);
        KeyNode another = KeyNode.on(other);
        node.store().change(ALICE, GOLD);
        await().until(() -> another.keys().equals(node.keys()));
        otherClock.cut(true);
        node.store().change(BOB, Assignment.REVOKED);
        node.store().change(CAROL, SILVER);
        clock.cut(true);
        REDIS.forget();
        otherClock.cut(false);
        another.store().change(ALICE, null);
        clock.cut(false);
        awaitKeys(Map.of(BOB, Assignment.REVOKED, CAROL, SILVER), node, another);
    }

    /** Redis loses all API keys. The next change gives one of these keys another plan. This key must keep its id. */
    @Test
    void c07_aKeyThatRedisHasLostKeepsItsId() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        node.store().change(BOB, Assignment.REVOKED);
        REDIS.forget();
        node.store().change(ALICE, SILVER);
        awaitKeys(Map.of(ALICE, new Assignment("key-1", "silver"), BOB, Assignment.REVOKED), node);
    }

    /**
     * Redis restarts without its data and its scripts. The node must then be able to change one key, and must write the
     * others back.
     */
    @Test
    void c07_aRedisThatRestartsWithoutDataGetsTheKeysBack() {
        try (RedisServer redis = RedisServer.start("--appendonly no");
                RedisLink first = Links.to(redis);
                RedisLink second = Links.to(redis)) {
            KeyNode node = KeyNode.on(first);
            node.store().change(ALICE, GOLD);
            node.store().change(BOB, Assignment.REVOKED);
            redis.kill();
            redis.restart();
            await().ignoreExceptions()
                    .untilAsserted(() -> node.store().change(ALICE, SILVER)); // the link may not be back at once
            assertThat(node.keys())
                    .isEqualTo(Map.of(ALICE, new Assignment("key-1", "silver"), BOB, Assignment.REVOKED));
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(KeyNode.on(second).keys()).isEqualTo(node.keys()));
        }
    }
}
