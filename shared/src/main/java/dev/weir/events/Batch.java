package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the log: events in their order, and the cursor to read from next.
 *
 * <p>Subscribers that read from the same place share one batch, and with it the bytes of its stream form. Thread-safe; two
 * threads that ask at the same time may each make these bytes.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** Says no more than that the stream is there: of a comment no client's library makes a message. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private final boolean comment;
    /** Made at the first call, and never written to afterwards; volatile, so that every thread sees its content. */
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

    /** The text of the events, read once for all who share the batch. */
    public List<EventText> texts() {
        List<EventText> made = texts;
        if (made == null) {
            made = events.stream().map(event -> EventText.of(event.sse())).toList();
            texts = made;
        }
        return made;
    }

    /** How many there are; the cursor may have moved past others that were not asked for. */
    public int size() {
        return events.size();
    }

    /** The same as a number. */
    public long next() {
        return next;
    }

    /** The id that says: everything up to here has been seen. */
    public String cursor() {
        return cursor;
    }

    /**
     * What to tell a stream that was told this cursor last: a comment, where there is neither an event nor another cursor.
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

    /** Whether it tells the cursor, and is no mere comment. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * As {@code text/event-stream}; without events a frame that moves the client's last event id and fires nothing. Not to
     * be written to.
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

    /** As a JSON array. */
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
