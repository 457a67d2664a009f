package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one read of the log: events in order, and the cursor from which to read next.
 *
 * <p>Subscribers that read from the same place share one batch, and so its encoded bytes. The events never change. The
 * encoded bytes are made on demand, so only one thread at a time may call {@link #sse} and {@link #since}.
 */
public final class Batch {
    private static final byte[] NOTHING = {};
    /** Keeps the connection alive. Clients' libraries drop comments, so it makes no message. */
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

    /** The texts of the events, decoded once for all who share the batch. Only one thread at a time may call this. */
    public List<EventText> texts() {
        if (texts == null) {
            texts = events.stream().map(event -> EventText.of(event.sse())).toList();
        }
        return texts;
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
        if (still == null) {
            still = new Batch(events, next, cursor);
            still.sse = COMMENT;
            still.comment = true;
        }
        return still;
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
