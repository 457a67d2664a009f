package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.keys.Assignment;
import dev.weir.clients.keys.KeyStore;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.problem.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that Redis keeps a limited number of API keys, and of removed ones (C07). */
class KeyBoundsTest extends TwoKeyNodes {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    KeyBoundsTest() {
        super(REDIS);
    }

    @Test
    void c07_theNumberOfKeysIsBounded() {
        KeyNode node = KeyNode.on(link);
        fill("[[revoked]]");
        KeyNode.assertRefused(Problem.TOO_MANY_KEYS, () -> node.store().change(ALICE, GOLD));
        node.store().change(ALICE, Assignment.REVOKED);
        assertThat(node.keys()).containsEntry(ALICE, Assignment.REVOKED);
    }

    /**
     * Many keys were removed. Redis must forget the oldest removals. A node that missed these removals must not write
     * the removed keys back.
     */
    @Test
    void c07_theNumberOfRemovedKeysIsBounded() {
        KeyNode behind = KeyNode.on(link);
        behind.store().change(ALICE, GOLD);
        clock.cut(true);
        KeyNode node = KeyNode.on(other);
        node.store().change(ALICE, null);
        fill("string.format([[%.0f]],2e15+i)");
        node.store().change(BOB, GOLD); // a removed key takes no place
        assertThat(REDIS.ask("HLEN test:keys")).isEqualTo(":" + (KeyStore.MOST + 4)); // ALICE, BOB, newest, last
        node.store().change(CAROL, null);
        assertThat(REDIS.ask("HEXISTS test:keys " + ALICE.sha256Hex())).isEqualTo(":0");
        clock.cut(false);
        await().untilAsserted(() -> assertThat(behind.keys()).isEqualTo(Map.of(BOB, GOLD)));
        int half = KeyStore.MOST / 2;
        assertThat(REDIS.ask("HLEN test:keys")).isEqualTo(":" + (half + 5)); // BOB, CAROL, newest, last, forgotten
    }

    /** Writes entries of {@link KeyStore#MOST} API keys to Redis. The Lua expression {@code entry} is their value. */
    private static void fill(String entry) {
        REDIS.ask("EVAL for--[[]]i=1," + KeyStore.MOST // an inline command has no blanks within a word
                + "--[[]]do--[[]]redis.call([[HSET]],KEYS[1],string.format([[%064d]],i)," + entry + ")end 1 test:keys");
    }
}
