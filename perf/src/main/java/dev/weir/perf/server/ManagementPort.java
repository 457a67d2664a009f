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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a server's health and metrics over HTTP. Do not call it during a measurement, as it uses the server's CPU. */
public final class ManagementPort implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final InetSocketAddress address;
    private final URI actuator;

    ManagementPort(int port) {
        address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        actuator = URI.create("http://127.0.0.1:" + port + "/actuator/");
    }

    public InetSocketAddress address() {
        return address;
    }

    boolean isHealthy() throws InterruptedException {
        return get("health") != null;
    }

    /** Returns whether the server answers a request, with any status. */
    boolean answers() throws InterruptedException {
        return answer("health") != null;
    }

    /** Returns a statistic of a metric. An empty {@code statistic} selects the first. Returns null on failure. */
    public @Nullable Double metric(String name, String statistic) throws InterruptedException {
        String body = get("metrics/" + name);
        return body == null ? null : measurement(body, statistic);
    }

    static @Nullable Double measurement(String body, String statistic) {
        for (JsonNode measurement : JsonMapper.shared().readTree(body).path("measurements")) {
            JsonNode value = measurement.path("value");
            String kind = measurement.path("statistic").asString("");
            if (value.isNumber() && (statistic.isEmpty() || kind.equals(statistic))) {
                return value.asDouble();
            }
        }
        return null;
    }

    private @Nullable String get(String path) throws InterruptedException {
        HttpResponse<String> response = answer(path);
        return response != null && response.statusCode() == 200 ? response.body() : null;
    }

    private @Nullable HttpResponse<String> answer(String path) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(actuator.resolve(path)).timeout(PATIENCE).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
