package dev.weir.contract.events;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.server.SuiteSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** A client that publishes events on one connection. */
public final class PublishingClient implements AutoCloseable {
    private final Connection connection;
    private final String key;

    public PublishingClient(RunningServer server) {
        this(server, SuiteSettings.PUBLISHER_KEY);
    }

    public PublishingClient(RunningServer server, String key) {
        this.connection = server.connect("127.0.0.1");
        this.key = "Authorization: Bearer " + key;
    }

    public String text(String topic, String data) {
        return id(post("/events?topic=" + topic, "text/plain", data));
    }

    /** Publishes the texts of {@link #numbers} to the topic {@code numbers}. Returns the ids of the events. */
    public List<String> texts(int from, int to, String padding) {
        List<String> ids = new ArrayList<>();
        for (String data : numbers(from, to, padding)) {
            ids.add(text("numbers", data));
        }
        return ids;
    }

    /** Returns the numbers from {@code from} to {@code to - 1} as texts, each with {@code padding} after it. */
    public static List<String> numbers(int from, int to, String padding) {
        return IntStream.range(from, to).mapToObj(i -> i + padding).toList();
    }

    public Answer post(String target, String contentType, String content, String... fields) {
        return post(target, contentType, content.getBytes(StandardCharsets.UTF_8), fields);
    }

    public Answer post(String target, String contentType, byte[] content, String... fields) {
        send(target, contentType, content, fields);
        return answer();
    }

    public void send(String target, String contentType, byte[] content, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.add(key);
        all.add("Content-Type: " + contentType);
        all.add("Content-Length: " + content.length);
        connection.send("POST", target, content, all.toArray(String[]::new));
    }

    public Answer answer() {
        return connection.answer();
    }

    public static String id(Answer answer) {
        answer.assertStatus(201);
        return Objects.requireNonNull(answer.member("id"));
    }

    @Override
    public void close() {
        connection.close();
    }
}
