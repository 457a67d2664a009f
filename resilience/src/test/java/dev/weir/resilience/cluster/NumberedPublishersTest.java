package dev.weir.resilience.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NumberedPublishersTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.createContext("/events", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        client.close();
    }

    /** Answers publications. Refuses the first try of event 1, and gives event 2 an id that is too low. */
    private void answer(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        boolean refuses = key.endsWith("-1") && !keys.contains(key);
        keys.add(key);
        int number = key.endsWith("-2") ? 1 : keys.size();
        byte[] body = ("{\"id\":\"e-" + number + "\"}").getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(refuses ? 503 : 201, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void anEventIsRepeatedUntilItIsAcknowledged() throws Exception {
        InetSocketAddress gone;
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            gone = new InetSocketAddress(LOOPBACK, socket.getLocalPort());
        }
        try (NumberedPublishers publishers = new NumberedPublishers(client, List.of(server.getAddress(), gone))) {
            publishers.start("a", 1_000, 4);
            publishers.finish(false, PATIENCE);
            assertThat(keys).containsExactly("a-0", "a-1", "a-1", "a-2", "a-3");
            assertThat(publishers.acknowledged("a")).isEqualTo(4);
            assertThat(publishers.refused).hasValue(1);
            assertThat(publishers.withoutRetryAfter).hasValue(1);
            assertThat(publishers.backwards).hasValue(1);
            assertThat(publishers.epochs).containsExactly("e");
            assertThat(publishers.errors).isEmpty();
        }
    }
}
