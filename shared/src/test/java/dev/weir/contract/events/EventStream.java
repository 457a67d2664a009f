package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Patience;
import dev.weir.contract.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event stream that is read strictly. Fails at input that a browser would ignore (WHATWG HTML, 9.2). */
public final class EventStream implements AutoCloseable {
    public record Event(String id, @Nullable String type, String data) {
        public boolean isGap() {
            return "gap".equals(type);
        }
    }

    private final Connection connection;
    private final Answer head;
    private final boolean chunked;
    private final EventFrame opening;
    private byte[] chunk = {};
    private int at;
    private boolean ended;
    private String cursor = "";

    private EventStream(Connection connection) {
        this.connection = connection;
        this.head = connection.head();
        head.assertStatus(200);
        this.chunked = head.field("Transfer-Encoding") != null;
        if (chunked) {
            assertThat(head.field("Transfer-Encoding")).isEqualTo("chunked");
        } else { // the body ends with the connection: RFC 9112, 6.3
            assertThat(head.field("Content-Length")).isNull();
        }
        this.opening = frame();
    }

    /** Subscribes to events. The stream gets every event that is published after this method has returned. */
    public static EventStream open(RunningServer server, String target, String... fields) {
        Connection connection = server.open("GET", target, fields);
        try {
            return new EventStream(connection);
        } catch (RuntimeException | AssertionError e) {
            connection.close();
            throw e;
        }
    }

    public static EventStream openOfOldVersion(RunningServer server, String target) {
        byte[] request = ("GET " + target + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        EventStream stream = new EventStream(server.connect("127.0.0.1").send(request));
        if (stream.chunked) {
            stream.close(); // so that the next tests do not count this subscriber
        }
        assertThat(stream.head.field("Transfer-Encoding")).isNull();
        return stream;
    }

    public Answer head() {
        return head;
    }

    /** Returns the first frame, which the server sends as soon as the stream is open. */
    EventFrame opening() {
        return opening;
    }

    public String cursor() {
        return cursor;
    }

    public Event next() {
        return Objects.requireNonNull(nextOrEnd(), "the stream ended instead of the next event");
    }

    public List<Event> next(int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(next());
        }
        return events;
    }

    public List<String> data(int count) {
        return next(count).stream().map(Event::data).toList();
    }

    @Nullable
    public Event nextOrEnd() {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < Patience.now().toNanos()) {
            EventFrame frame = frameOrEnd();
            if (frame == null) {
                return null;
            }
            if (frame.data() != null) {
                String id = Objects.requireNonNull(frame.id(), "an event without an id");
                return new Event(id, frame.type(), frame.data());
            }
        }
        throw new AssertionError("nothing came but heartbeats, with the cursor at " + cursor);
    }

    public EventFrame frame() {
        return Objects.requireNonNull(frameOrEnd(), "the stream ended instead of the next frame");
    }

    private @Nullable EventFrame frameOrEnd() {
        List<String> lines = new ArrayList<>();
        for (String line = line(); line != null; line = line()) {
            if (line.isEmpty()) {
                EventFrame frame = EventFrame.of(lines);
                cursor = frame.id() == null ? cursor : frame.id();
                return frame;
            }
            lines.add(line);
        }
        return null; // an incomplete frame does not count
    }

    private @Nullable String line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = octet(); b != '\n'; b = octet()) {
            if (b < 0) {
                return null;
            }
            line.write(b);
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("a line is not UTF-8", e);
        }
    }

    private int octet() {
        if (at == chunk.length) {
            chunk = ended ? chunk : chunked ? chunk() : octets();
            at = ended ? chunk.length : 0;
        }
        return at == chunk.length ? -1 : chunk[at++] & 0xFF;
    }

    private byte[] octets() {
        byte[] octets = connection.piece();
        ended = octets.length == 0;
        return octets;
    }

    /** Reads a chunk of the body (RFC 9112, 7.1). Returns an empty array for the last chunk, which ends the stream. */
    private byte[] chunk() {
        StringBuilder size = new StringBuilder();
        while (size.indexOf("\r\n") < 0) {
            byte[] octet = connection.some(1);
            if (octet.length == 0) {
                ended = true;
                return octet;
            }
            size.append((char) octet[0]);
        }
        assertThat(size.toString()).as("size of a chunk").matches("[0-9a-fA-F]+\r\n");
        byte[] content = connection.some(Integer.parseInt(size.toString().strip(), 16));
        ended = content.length == 0;
        connection.some(2);
        return content;
    }

    void reset() {
        connection.reset();
    }

    @Override
    public void close() {
        connection.close();
    }
}
