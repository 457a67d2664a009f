package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Management;
import dev.weir.problem.Problem;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a key that is changed on one cluster node also changes on the other node (rule C07). */
public interface KeyClusterContract extends NodesUnderTest {
    String SHARED_KEY = "key-of-both-nodes-77aa";
    String WITH_SHARED_KEY = "X-API-Key: " + SHARED_KEY;

    @AfterEach
    default void theKeyIsUnknownAgain() {
        change(0, "DELETE", "/" + SHARED_KEY, "");
        Eventually.is("an unknown key", () -> status(0) == 401 && status(1) == 401);
    }

    /** If this fails, check that each node reads the keys from Redis after a change on another node. */
    @Test
    default void c07_aKeyIsAddedMovedAndRevokedOnAllNodes() {
        change(0, "POST", "", key("slow")).assertStatus(201);
        Eventually.is("the key on the other node", () -> status(1) == 200);
        try (Connection waiting = nodes().get(1).open("GET", "/files/data.bin", WITH_SHARED_KEY)) {
            waiting.head().assertStatus(200);
            String moved = change(1, "POST", "", key("crawling")).text();
            assertThat(moved).contains("crawling");
            Eventually.is("the plan on the other node", () -> clients(0).contains(moved));
            change(0, "DELETE", "/" + SHARED_KEY, "").assertStatus(204);
            assertThat(waiting.rest(0).body())
                    .hasSizeLessThan(nodes().get(1).files().data().length);
        }
        assertThat(status(1)).isEqualTo(401);
    }

    /**
     * A key is revoked on one node, and immediately added again. If this fails, check that the other node ends the
     * key's open responses, even if it never sees the key as revoked.
     */
    @Test
    default void c07_aKeyThatIsRevokedAndAddedAtOnceIsRevokedOnAllNodes() {
        change(0, "POST", "", key("slow")).assertStatus(201);
        Eventually.is("the key on the other node", () -> status(1) == 200);
        try (Connection waiting = nodes().get(1).open("GET", "/files/data.bin", WITH_SHARED_KEY)) {
            waiting.head().assertStatus(200);
            change(0, "DELETE", "/" + SHARED_KEY, "").assertStatus(204);
            String again = change(0, "POST", "", key("slow")).text();
            assertThat(waiting.rest(0).body())
                    .hasSizeLessThan(nodes().get(1).files().data().length);
            Eventually.is("the new client on the other node", () -> clients(1).contains(again));
        }
    }

    /** If this fails, check that a change waits for the reply of Redis, and that a known key works without Redis. */
    @Test
    default void c07_withoutRedisKnownKeysGoOnAndChangesAreRefused() {
        change(0, "POST", "", key("fast")).assertStatus(201);
        Eventually.is("the key on the other node", () -> status(1) == 200);
        whilePaused(() -> {
            change(0, "POST", "", key("slow")).assertRefusedWith(Problem.KEYS_NOT_STORED);
            change(1, "DELETE", "/" + SHARED_KEY, "").assertRefusedWith(Problem.KEYS_NOT_STORED);
            assertThat(status(0)).isEqualTo(200);
            assertThat(status(1)).isEqualTo(200);
        });
    }

    private static String key(String plan) {
        return "{\"key\":\"" + SHARED_KEY + "\",\"plan\":\"" + plan + "\"}";
    }

    /** Returns the status of a download with the shared key, or 0 if the connection ends before the status is sent. */
    private int status(int node) {
        try {
            return nodes().get(node).get("/files/text.txt", WITH_SHARED_KEY).status();
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    private String clients(int node) {
        return change(node, "GET", "", "").text();
    }

    private Answer change(int node, String method, String path, String json) {
        return Management.send(nodes().get(node), method, "/actuator/clients" + path, json);
    }
}
