package dev.weir.contract.server;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import java.nio.charset.StandardCharsets;

/** Sends requests to a server's management port. */
public final class Management {
    private static final String JSON = "Content-Type: application/json";

    private Management() {}

    /** Sends a request with the body {@code json}, or without a body if {@code json} is empty. Returns the answer. */
    public static Answer send(RunningServer server, String method, String target, String json) {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server.managementPort())) {
            return content.length == 0
                    ? connection.send(method, target, JSON).answer()
                    : connection
                            .send(method, target, content, JSON, "Content-Length: " + content.length)
                            .answer();
        }
    }
}
