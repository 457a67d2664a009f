package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a read of the log gave: events in their order, and the cursor to read from next. Immutable.
 *
 * <p>Subscribers that read from the same place share one, and with it the bytes that it becomes.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** Says no more than that the stream is there: of a comment no client's library makes a message. */
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Event> events;
    private final long next;
    private final String cursor;
    private byte[] sse = NOTHING;
    private @Nullable List<EventText> texts;
    private @Nullable Batch still;
    private boolean comment;

    Batch(List<Event> events, long next, String cursor) {
        this.events = events;
        this.next = next;
        this.cursor = cursor;
    }

    /** The text of the events, read once for all who share the batch. For one thread at a time. */
    public List<EventText> texts() {
        if (texts == null) {
            texts = events.stream().map(event -> EventText.of(event.sse())).toList();
        }
        return texts;
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
     * For one thread at a time.
     */
    public Batch since(long told) {
        if (!events.isEmpty() || next != told) {
            return this;
        }
        if (still == null) {
            still = new Batch(events, next, cursor);
            still.sse = COMMENT;
            still.comment = true;
        }
        return still;
    }

    /** Whether it tells the cursor, and is no mere comment. */
    public boolean hasCursor() {
        return !comment;
    }

    /**
     * As {@code text/event-stream}; without events a frame that moves the client's last event id and fires nothing. Not to
     * be written to. For one thread at a time.
     */
    public byte[] sse() {
        if (sse.length == 0) {
            sse = switch (events.size()) {
                case 0 -> ("id: " + cursor + "\n\n").getBytes(StandardCharsets.UTF_8);
                case 1 -> events.getFirst().sse();
                default -> joined();
            };
        }
        return sse;
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
