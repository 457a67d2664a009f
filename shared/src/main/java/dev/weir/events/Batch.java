package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the {@link EventLog}: events in order, and the cursor for the next read. Thread-safe.
 *
 * <p>Subscribers that read the same topics from the same cursor share one batch and its encoded bytes. The events are
 * encoded on first use. If two threads use the batch at once, both threads may encode the events.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** A comment in {@code text/event-stream}. Clients ignore comments. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private final boolean comment;
    /**
     * The encoded batch, or {@link #NOTHING} before the first call of {@link #sse()}. Volatile, so that each thread
     * that sees the array also sees its content.
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

    /** Returns the events as text. All subscribers that share the batch also share this list. */
    public List<EventText> texts() {
        List<EventText> made = texts;
        if (made == null) {
            made = events.stream().map(event -> EventText.of(event.sse())).toList();
            texts = made;
        }
        return made;
    }

    public int size() {
        return events.size();
    }

    /**
     * Returns the cursor for the next read: the number of the last event that the log checked for this batch. The batch
     * does not contain this event if the event's topic was not asked for.
     */
    public long next() {
        return next;
    }

    /** Returns the cursor for the next read, as an event id. A client can send it to continue after this batch. */
    public String cursor() {
        return cursor;
    }

    /**
     * Returns the batch to send to a client that already has the cursor {@code told}. If this batch has no events, and
     * its cursor is also {@code told}, returns a batch that encodes only a comment, which clients ignore. Otherwise
     * returns this batch.
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

    /** Returns whether the encoded batch contains a cursor. A batch that is only a comment contains no cursor. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * Returns the batch as {@code text/event-stream} in UTF-8. A batch without events only sets the client's last event
     * id. If {@link #since} created it, it is only a comment. Do not change the array: all subscribers share it.
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

    /** Returns the events as a JSON array in UTF-8. */
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
