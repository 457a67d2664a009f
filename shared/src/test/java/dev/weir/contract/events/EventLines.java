package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Parses the event stream that a client library or {@code curl} receives. A separate thread reads the lines, so that a
 * silent stream does not block a test.
 */
public final class EventLines implements AutoCloseable {
    private final BlockingQueue<List<String>> frames = new LinkedBlockingQueue<>();
    private final InputStream in;
    private final Runnable leave;

    public EventLines(InputStream in, Runnable leave) {
        this.in = in;
        this.leave = leave;
        Thread.ofPlatform().daemon().name("event-lines").start(this::read);
    }

    public List<Event> next(int count) {
        List<Event> events = new ArrayList<>();
        while (events.size() < count) {
            EventFrame frame = EventFrame.of(Eventually.next("an event", frames));
            assertThat(frame.data()).as("data before the end of the stream").isNotNull();
            events.add(
                    new Event(Objects.requireNonNull(frame.id()), frame.type(), Objects.requireNonNull(frame.data())));
        }
        return events;
    }

    public List<String> data(int count) {
        return next(count).stream().map(Event::data).toList();
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<String> frame = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty()) {
                    frame.add(line);
                } else {
                    take(frame);
                    frame = new ArrayList<>();
                }
            }
        } catch (IOException e) {
            // The client was closed.
        }
        frames.add(List.of());
    }

    private void take(List<String> frame) {
        if (frame.stream().anyMatch(line -> line.startsWith("data:"))) {
            frames.add(frame);
        }
    }

    @Override
    public void close() {
        leave.run();
    }
}
