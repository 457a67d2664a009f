package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the {@link EventLog}: events in order, and the cursor for the next read.
 *
 * <p>Subscribers with the same cursor and topics share one batch and its encoded bytes. The batch encodes its events on
 * first use. Two threads that use it simultaneously may both encode the events. Thread-safe.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** A comment frame. It keeps the connection alive, and client libraries ignore it. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private final boolean comment;
    /**
     * The encoded batch, or {@link #NOTHING} until {@link #sse()} has encoded it. Volatile, so that each thread that
     * sees the array also sees its content.
     */
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

    /**
     * Returns the number of events. The cursor may advance by more than this number, because it skips events of other
     * topics.
     */
    public int size() {
        return events.size();
    }

    /** Returns the cursor for the next read, as a number. */
    public long next() {
        return next;
    }

    /** Returns the cursor for the next read, as an event id. A client sends this id to continue after this batch. */
    public String cursor() {
        return cursor;
    }

    /**
     * Returns the batch to send to a client that already knows the cursor {@code told}. Returns a comment frame if this
     * batch has no events and {@code told} is still the cursor. Otherwise returns this batch.
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

    /** Returns whether the encoded batch contains a cursor. A comment frame contains none. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * Returns the batch as {@code text/event-stream}. A batch without events is a comment frame, or a frame that sets
     * the client's last event id and triggers no message. Callers must not change the array, because subscribers share
     * it.
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
