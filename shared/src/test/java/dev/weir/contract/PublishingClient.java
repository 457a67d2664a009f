package dev.weir.contract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** A client that publishes events on one connection. */
final class PublishingClient implements AutoCloseable {
    private final Connection connection;
    private final String key;

    PublishingClient(RunningServer server) {
        this(server, SuiteSettings.PUBLISHER_KEY);
    }

    PublishingClient(RunningServer server, String key) {
        this.connection = server.connect("127.0.0.1");
        this.key = "Authorization: Bearer " + key;
    }

    String text(String topic, String data) {
        return id(post("/events?topic=" + topic, "text/plain", data));
    }

    /** Publishes the texts of {@link #numbers} to the topic {@code numbers}. Returns the ids of the events. */
    List<String> texts(int from, int to, String padding) {
        List<String> ids = new ArrayList<>();
        for (String data : numbers(from, to, padding)) {
            ids.add(text("numbers", data));
        }
        return ids;
    }

    /** Returns the numbers from {@code from} to {@code to - 1} as texts, each with {@code padding} after it. */
    static List<String> numbers(int from, int to, String padding) {
        return IntStream.range(from, to).mapToObj(i -> i + padding).toList();
    }

    Answer post(String target, String contentType, String content, String... fields) {
        return post(target, contentType, content.getBytes(StandardCharsets.UTF_8), fields);
    }

    Answer post(String target, String contentType, byte[] content, String... fields) {
        send(target, contentType, content, fields);
        return answer();
    }

    void send(String target, String contentType, byte[] content, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add(key);
        all.add("Content-Type: " + contentType);
        all.add("Content-Length: " + content.length);
        connection.send("POST", target, content, all.toArray(String[]::new));
    }

    Answer answer() {
        return connection.answer();
    }

    static String id(Answer answer) {
        answer.assertStatus(201);
        return Objects.requireNonNull(answer.member("id"));
    }

    @Override
    public void close() {
        connection.close();
    }
}
