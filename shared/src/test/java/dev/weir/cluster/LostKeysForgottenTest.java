package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import dev.weir.contract.cluster.RedisServer;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests how nodes restore API keys that Redis has lost, if Redis has also forgotten removals of keys (C07). */
class LostKeysForgottenTest extends TwoKeyNodes {
    private static final long FUTURE = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli() * 1_000;

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    LostKeysForgottenTest() {
        super(REDIS);
    }

    /**
     * Redis and the node forget the removal of a key. Redis then goes back to old data, which contain the key. The node
     * knows that it has forgotten removals, so it must remove the key again.
     */
    @Test
    void c07_aKeyWhoseRemovalIsForgottenStaysRemoved() {
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        assertThat(REDIS.ask("COPY test:keys test:replica")).isEqualTo(":1");
        node.store().change(ALICE, null);
        forgetRemovals(ALICE);
        node.store().change(BOB, GOLD);
        assertThat(REDIS.ask("COPY test:replica test:keys REPLACE")).isEqualTo(":1");
        awaitEntry(BOB);
        awaitKeys(Map.of(BOB, GOLD), node, KeyNode.on(other));
    }

    /**
     * While a node is cut off, Redis loses the revocation of a key, and forgets removals of keys. When the node reaches
     * Redis again, it must write the revocation back.
     */
    @Test
    void c07_aRevocationIsNeverForgotten() {
        KeyNode behind = KeyNode.on(link);
        behind.store().change(ALICE, Assignment.REVOKED);
        clock.cut(true);
        forgetRemovals(ALICE);
        clock.cut(false);
        awaitEntry(ALICE);
        awaitKeys(Map.of(ALICE, Assignment.REVOKED), behind, KeyNode.on(other));
    }

    /** The time of a key's entry is in the future. The next change of this key must get a still later time. */
    @Test
    void c07_aChangeIsLaterThanTheEntryOfItsKey() {
        REDIS.ask("HSET test:keys last x newest 1 " + ALICE.sha256Hex() + " " + FUTURE);
        KeyNode node = KeyNode.on(link);
        node.store().change(ALICE, GOLD);
        awaitKeys(Map.of(ALICE, GOLD), node, KeyNode.on(other));
    }

    /** Deletes the entry of a key on Redis, and makes Redis report that it has forgotten all removals until now. */
    private static void forgetRemovals(ApiKey key) {
        REDIS.ask("HDEL test:keys " + key.sha256Hex());
        REDIS.ask("HSET test:keys last x newest " + FUTURE + " forgotten " + FUTURE);
    }

    private static void awaitEntry(ApiKey key) {
        await().until(() -> REDIS.ask("HEXISTS test:keys " + key.sha256Hex()).equals(":1"));
    }
}
