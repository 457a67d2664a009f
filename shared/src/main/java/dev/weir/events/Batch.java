package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the {@link EventLog}: events in order, and the cursor for the next read. Thread-safe.
 *
 * <p>Subscribers with the same cursor and topics share one batch and its encoded bytes. The batch encodes its events
 * on first use; two threads may both do so.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** A comment frame, which client libraries ignore. */
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

    /** Returns the decoded events. All subscribers of the batch share them. */
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
     * Returns the cursor for the next read, as a number. It can exceed the cursor of this read by more than {@link
     * #size}, because the read skips events of other topics.
     */
    public long next() {
        return next;
    }

    /** Returns the cursor for the next read, as an event id. */
    public String cursor() {
        return cursor;
    }

    /**
     * Returns the batch to send to a client that knows the cursor {@code told}: a comment frame if there is nothing
     * new, otherwise this batch.
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
     * Returns the batch as {@code text/event-stream}. Without events, it is a comment frame or a frame that only sets
     * the client's last event id. Do not change the array, because subscribers share it.
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
