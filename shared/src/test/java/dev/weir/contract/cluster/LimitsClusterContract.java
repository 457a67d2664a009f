package dev.weir.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.server.Eventually;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests that a limit that is changed on one cluster node also changes on the other node (rule T06). */
public interface LimitsClusterContract extends NodesUnderTest {
    /**
     * If this fails, check that each node applies the limits that it reads from Redis, and does not write them back.
     */
    @Test
    default void t06_aPlanChangedOnOneNodeChangesOnAll() {
        String target = "/actuator/weir/crawling";
        change(0, target, "{\"weight\":7}");
        Eventually.is("the other node's plan", () -> limits(1).contains("\"weight\":7"));
        change(1, target, "{\"weight\":3,\"rate\":5}");
        Eventually.is("the first node's plan", () -> limits(0).contains("\"weight\":3"));
        assertThat(limits(1)).contains("\"weight\":3").doesNotContain("\"weight\":7");
        change(0, target, "{\"weight\":1,\"rate\":1}");
        Eventually.is("the plan as it was", () -> !limits(1).contains("\"weight\":3"));
    }

    private String limits(int node) {
        return manage(node, "GET", "/actuator/weir", "").text();
    }

    private void change(int node, String target, String json) {
        manage(node, "POST", target, json).assertStatus(204);
    }

    private Answer manage(int node, String method, String target, String json) {
        try (Connection connection =
                Transport.CLEAR.connect("127.0.0.1", nodes().get(node).managementPort())) {
            return connection
                    .send(
                            method,
                            target,
                            json.getBytes(StandardCharsets.UTF_8),
                            "Content-Type: application/json",
                            "Content-Length: " + json.length())
                    .answer();
        }
    }
}
