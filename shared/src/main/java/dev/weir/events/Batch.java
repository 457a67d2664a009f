package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the log. It holds events in order and the cursor for the next read.
 *
 * <p>Subscribers with the same cursor and topics share one batch and its encoded bytes. Thread-safe. The batch encodes
 * its events on demand. Two threads that ask at the same time may both encode them.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** A comment, which keeps the connection alive. Client libraries ignore it. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private final boolean comment;
    /** The encoded bytes, or {@link #NOTHING} before the first call. Volatile, so that every thread sees their content. */
    private volatile byte[] sse = NOTHING;

    private volatile @Nullable List<EventText> texts;
    private volatile @Nullable Batch still;

    Batch(List<Event> events, long next, String cursor) {
        this(events, next, cursor, false);
    }

    private Batch(List<Event> events, long next, String cursor, boolean comment) {
        this.events = events;
        this.next = next;
        this.cursor = cursor;
        this.comment = comment;
    }

    /** Returns the texts of the events. All subscribers that share the batch share the decoded texts. */
    public List<EventText> texts() {
        List<EventText> made = texts;
        if (made == null) {
            made = events.stream().map(event -> EventText.of(event.sse())).toList();
            texts = made;
        }
        return made;
    }

    /** Returns the number of events. The cursor may have moved by more, because it skips events of other topics. */
    public int size() {
        return events.size();
    }

    /** Returns the cursor for the next read, as a number. */
    public long next() {
        return next;
    }

    /** Returns the cursor for the next read, as an event id. A client can send it back to continue from here. */
    public String cursor() {
        return cursor;
    }

    /**
     * Returns the batch to send to a client that already knows the cursor {@code told}. It is a comment if this batch has
     * no event and the same cursor. Otherwise it is this batch.
     */
    public Batch since(long told) {
        if (!events.isEmpty() || next != told) {
            return this;
        }
        Batch same = still;
        if (same == null) {
            same = new Batch(events, next, cursor, true);
            still = same;
        }
        return same;
    }

    /** Returns whether the encoded batch carries a cursor. A comment carries none. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * Returns the batch as {@code text/event-stream}. Without events it is a frame that sets the client's last event id
     * and triggers no message. Callers must not change the array, because subscribers share it.
     */
    public byte[] sse() {
        byte[] bytes = sse;
        if (bytes.length == 0) {
            bytes = switch (events.size()) {
                case 0 -> comment ? COMMENT : ("id: " + cursor + "\n\n").getBytes(StandardCharsets.UTF_8);
                case 1 -> events.getFirst().sse();
                default -> joined();
            };
            sse = bytes;
        }
        return bytes;
    }

    private byte[] joined() {
        byte[] all =
                new byte[events.stream().mapToInt(event -> event.sse().length).sum()];
        int end = 0;
        for (Event event : events) {
            System.arraycopy(event.sse(), 0, all, end, event.sse().length);
            end += event.sse().length;
        }
        return all;
    }

    /** Returns the events as a JSON array. */
    public byte[] json() {
        int most =
                2 + events.stream().mapToInt(event -> event.json().length + 1).sum();
        byte[] all = new byte[events.isEmpty() ? most : most - 1];
        int end = 0;
        for (Event event : events) {
            all[end++] = (byte) (end == 1 ? '[' : ',');
            System.arraycopy(event.json(), 0, all, end, event.json().length);
            end += event.json().length;
        }
        if (events.isEmpty()) {
            all[end++] = '[';
        }
        all[end] = ']';
        return all;
    }
}
