package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the log: events in order, and the cursor from which to read next.
 *
 * <p>Subscribers that read from the same place share one batch, and so its encoded bytes. Thread-safe. Two threads that
 * ask at the same time may each encode them.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** Keeps the connection alive. Clients' libraries drop comments, so it makes no message. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private final boolean comment;
    /** Encoded at the first call and never changed afterwards. Volatile, so that every thread sees the content. */
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

    /** The texts of the events, decoded once for all who share the batch. */
    public List<EventText> texts() {
        List<EventText> made = texts;
        if (made == null) {
            made = events.stream().map(event -> EventText.of(event.sse())).toList();
            texts = made;
        }
        return made;
    }

    /** Number of events. The cursor may have moved further, past events of other topics. */
    public int size() {
        return events.size();
    }

    /** The cursor as a number. */
    public long next() {
        return next;
    }

    /** The cursor as an id: a client that sends it back has seen everything up to here. */
    public String cursor() {
        return cursor;
    }

    /**
     * The batch to send on a stream whose client already knows the cursor {@code told}. That is a comment if this batch
     * has neither an event nor a new cursor, else this batch.
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

    /** Whether sending this batch tells the client a cursor. False for a mere comment. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * The batch as {@code text/event-stream}. Without events it is a frame that sets the client's last event id and
     * fires no message. Do not change the array.
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

    /** The events as a JSON array. */
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
