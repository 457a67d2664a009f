package dev.weir.watch.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A client of a server's management port (Spring Boot's actuator). Thread-safe. */
final class Actuator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final URI root;

    /** @param management the address of the management port, such as {@code http://localhost:9080} */
    Actuator(URI management) {
        root = management.resolve("/actuator/");
    }

    /** Returns the body of a response to GET. Throws if no response comes in two seconds or its status is not 200. */
    String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(root.resolve(path)).timeout(PATIENCE).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        return response.body();
    }

    /** Sends a POST request with JSON. If the server refuses, throws an exception with the server's reason. */
    void post(String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 204) {
            throw new IOException("status " + response.statusCode() + ": " + response.body());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
