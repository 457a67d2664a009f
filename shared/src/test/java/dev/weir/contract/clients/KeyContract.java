package dev.weir.contract.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.ApiKey;
import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Management;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests keys that an operator adds, moves between plans and revokes while the server runs (rule C07). */
public interface KeyContract extends ContractPart {
    String RUNTIME_KEY = "key-that-comes-and-goes-41d0";
    String WITH_KEY = "X-API-Key: " + RUNTIME_KEY;

    @AfterEach
    default void theKeyIsUnknownAgain() {
        revoke(RUNTIME_KEY);
        server().get("/files/text.txt", WITH_KEY).assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    @Test
    default void c07_aKeyIsAddedMovedAndRevoked() {
        server().get("/files/text.txt", WITH_KEY).assertRefusedWith(Problem.UNKNOWN_KEY);
        Answer added = put(RUNTIME_KEY, "slow");
        added.assertStatus(201);
        assertThat(added.text()).matches("\\{\"id\":\"key-[0-9a-f]{16}\",\"plan\":\"slow\"}");
        assertThat(server().get("/files/text.txt", WITH_KEY).field("RateLimit-Policy"))
                .startsWith("\"slow\";");
        assertThat(clients()).contains(added.text());

        Answer moved = put(RUNTIME_KEY, "few");
        moved.assertStatus(200);
        assertThat(moved.text()).isEqualTo(added.text().replace("slow", "few"));
        assertThat(server().get("/files/text.txt", WITH_KEY).field("RateLimit-Policy"))
                .isNull();
        assertThat(clients()).contains(moved.text()).doesNotContain(RUNTIME_KEY, sha256(RUNTIME_KEY));

        revoke(RUNTIME_KEY).assertStatus(204);
        server().get("/files/text.txt", WITH_KEY).assertRefusedWith(Problem.UNKNOWN_KEY);
        assertThat(clients()).doesNotContain(moved.text());
        revoke(RUNTIME_KEY).assertRefusedWith(Problem.UNKNOWN_CLIENT);
        assertThat(server().log()).doesNotContain(RUNTIME_KEY);
    }

    /** If this fails, check that the configuration does not make a revoked key valid again. */
    @Test
    default void c07_aConfiguredKeyIsRevokedAndAddedAgain() {
        String seldom = "X-API-Key: " + SuiteSettings.SELDOM_KEY;
        revoke(SuiteSettings.SELDOM_KEY).assertStatus(204);
        try {
            server().get("/files/text.txt", seldom).assertRefusedWith(Problem.UNKNOWN_KEY);
            revoke(SuiteSettings.SELDOM_KEY).assertRefusedWith(Problem.UNKNOWN_CLIENT);
        } finally {
            put(SuiteSettings.SELDOM_KEY, "seldom").assertStatus(201);
        }
        server().get("/files/text.txt", seldom).assertStatus(200);
    }

    /**
     * If this fails, check that the revocation of a key ends the body of a download. At the plan's rate of 40 KiB/s,
     * the whole file would take 25 s, and the read would time out.
     */
    @Test
    default void c07_aRevokedKeysDownloadIsBrokenOff() {
        put(RUNTIME_KEY, "slow").assertStatus(201);
        try (Connection waiting = server().open("GET", "/files/data.bin", WITH_KEY)) {
            waiting.head().assertStatus(200);
            revoke(RUNTIME_KEY).assertStatus(204);
            byte[] body = waiting.rest(0).body();
            assertThat(body).hasSizeLessThan(server().files().data().length);
            assertThat(body).isEqualTo(Arrays.copyOf(server().files().data(), body.length));
        }
    }

    /** If this fails, check that the revocation of a key ends the streams and polls that were opened with this key. */
    @Test
    default void c07_aRevokedKeysStreamAndPollEnd() {
        put(RUNTIME_KEY, "few").assertStatus(201);
        try (EventStream stream = EventStream.open(server(), "/events", WITH_KEY);
                Connection poll = server().open("GET", "/events/next?timeout=30s", WITH_KEY)) {
            Eventually.meterIs(server(), "weir.events.subscribers", 2);
            revoke(RUNTIME_KEY).assertStatus(204);
            poll.answer().assertRefusedWith(Problem.UNKNOWN_KEY);
            assertThat(stream.nextOrEnd()).isNull();
        }
    }

    /** If this fails, check that the throttle gives the new plan's limits to a client whose key moves to this plan. */
    @Test
    default void c07_aMovedKeysDownloadTakesTheNewLimits() {
        put(RUNTIME_KEY, "crawling").assertStatus(201);
        try (Connection waiting = server().open("GET", "/files/data.bin", WITH_KEY)) {
            waiting.head().assertStatus(200);
            put(RUNTIME_KEY, "fast").assertStatus(200);
            assertThat(waiting.rest(0).body()).isEqualTo(server().files().data());
        }
    }

    private static String sha256(String key) {
        return ApiKey.parse(key).sha256Hex();
    }

    default Answer put(String key, String plan) {
        return Management.send(
                server(), "POST", "/actuator/clients", "{\"key\":\"" + key + "\",\"plan\":\"" + plan + "\"}");
    }

    /** Revokes a key. Names the key by its SHA-256 digest in the path, because the suite logs paths. */
    default Answer revoke(String key) {
        return Management.send(server(), "DELETE", "/actuator/clients/" + sha256(key), "");
    }

    private String clients() {
        return Management.send(server(), "GET", "/actuator/clients", "").text();
    }
}
