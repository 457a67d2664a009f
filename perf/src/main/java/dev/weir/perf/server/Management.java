package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server's management port, asked outside the measured window only: answering costs it CPU. */
public final class Management implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OK = 200;
    /** Of a timer's measurements: its count, the time in all, and this. */
    private static final int LONGEST = 2;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final InetSocketAddress address;
    private final URI actuator;

    Management(int port) {
        address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        actuator = URI.create("http://127.0.0.1:" + port + "/actuator/");
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Whether the server says that it can do its job; a server that is not there yet cannot. */
    boolean isHealthy() throws InterruptedException {
        return get("health") != null;
    }

    /** The first value of a metric, or null when the server publishes none of that name. */
    public @Nullable Double metric(String name) throws InterruptedException {
        return value(name, 0);
    }

    /** The longest of some two minutes, in seconds, or null when the server has no timer of that name. */
    public @Nullable Double longestSeconds(String timer) throws InterruptedException {
        return value(timer, LONGEST);
    }

    private @Nullable Double value(String name, int index) throws InterruptedException {
        String body = get("metrics/" + name);
        try {
            return body == null ? null : measurement(body, index);
        } catch (JacksonException e) {
            return null;
        }
    }

    static @Nullable Double measurement(String body, int index) {
        JsonNode value = JsonMapper.shared().readTree(body).at("/measurements/" + index + "/value");
        return value.isNumber() ? value.asDouble() : null;
    }

    private @Nullable String get(String path) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(actuator.resolve(path)).timeout(PATIENCE).build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == OK ? response.body() : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
