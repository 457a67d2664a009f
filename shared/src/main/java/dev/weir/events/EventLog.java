package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The latest events in their one order: a ring that is bounded by number and by bytes.
 *
 * <p>An event's id is {@code <epoch>-<number>}. Numbers grow by one. A cursor is the number of the last event seen, and
 * 0 before the first.
 *
 * <p>Thread-safe. An append holds a lock while it encodes the event. A read takes no lock: a slot holds an immutable
 * event, and the reader checks the event's number, because a later event may have taken the slot. An append writes
 * {@link #last} after the slot, and {@link #first} before it frees a slot. So a reader that sees {@code last} finds the
 * event, unless the log has dropped it since.
 */
public final class EventLog {
    /** The cursor for an id that this log never gave out. */
    private static final long ELSEWHERE = -1;

    static final String GAP = "gap";

    private final String epoch;
    private final long mostBytes;
    private final AtomicReferenceArray<@Nullable Event> slots;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder encoded = new LongAdder();

    private volatile long first = 1;
    private volatile long last;

    /** Bytes of the kept events; guarded by the lock. */
    private long bytes;

    /**
     * Makes an empty log.
     *
     * @param epoch letters and digits; must be new each time that the numbers start again
     * @param mostEvents the most events kept
     * @param mostBytes the most bytes kept, as {@link Event#bytes} counts them; the last event is kept even if it is
     *     larger
     */
    public EventLog(String epoch, int mostEvents, long mostBytes) {
        this.epoch = epoch;
        this.mostBytes = mostBytes;
        this.slots = new AtomicReferenceArray<>(mostEvents);
    }

    /**
     * Appends an event and runs the listeners.
     *
     * @param type null for none
     * @return the event's id
     */
    public String append(String topic, @Nullable String type, String data) {
        String id;
        synchronized (this) {
            long number = last + 1;
            id = id(number);
            Event event = Event.of(number, id, topic, type, data);
            encoded.increment();
            makeRoom(number, event.bytes());
            slots.set(slot(number), event);
            last = number;
        }
        listeners.forEach(Runnable::run);
        return id;
    }

    private void makeRoom(long number, int more) {
        bytes += more;
        while (first < number && (number - first >= slots.length() || bytes > mostBytes)) {
            long gone = first;
            Event event = slots.get(slot(gone));
            first = gone + 1;
            slots.set(slot(gone), null);
            bytes -= event == null ? 0 : event.bytes();
        }
    }

    /** The cursor of a client that has seen all events up to this id. */
    public long cursor(String id) {
        String number = id.startsWith(epoch + "-") ? id.substring(epoch.length() + 1) : "";
        try {
            long cursor = Long.parseLong(number);
            return cursor >= 0 && cursor <= last && id.equals(id(cursor)) ? cursor : ELSEWHERE;
        } catch (NumberFormatException e) {
            return ELSEWHERE;
        }
    }

    /**
     * The first frame of a stream that reads from a cursor. It sets the client's last event id and fires no message, so
     * a client that loses the connection before the first event misses nothing.
     */
    public byte[] opening(long after) {
        return (after == ELSEWHERE ? ":\n\n" : "id: " + openingId(after) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The id in the first frame. A cursor from another log gives the id before the first event. */
    public String openingId(long after) {
        return id(Math.max(0, after));
    }

    /** The cursor of a client that has seen all events. */
    public long last() {
        return last;
    }

    /** How often a published event was encoded, since the start. */
    public long encoded() {
        return encoded.sum();
    }

    /**
     * Reads events of some topics after a cursor. If the log has dropped events after the cursor, or never gave the
     * cursor out, a gap event comes first.
     *
     * @param mostEvents at least 1; a gap counts as one
     * @param mostBytes the most bytes of {@link Event#sse}; the first event comes even if it has more
     */
    public Batch read(long after, Topics topics, int mostEvents, long mostBytes) {
        List<Event> events = new ArrayList<>(1); // usually there is one
        long head = last;
        long next = after;
        long size = 0;
        while (next < head && events.size() < mostEvents) {
            long kept = first;
            if (next + 1 < kept) {
                Event gap = gap(next, kept);
                size += gap.sse().length;
                events.add(gap);
                next = kept - 1;
                continue;
            }
            Event event = slots.get(slot(next + 1));
            if (event == null || event.number() != next + 1) {
                continue; // the log has just dropped it, so first has moved too
            }
            if (topics.has(event.topic())) {
                size += event.sse().length;
                if (size > mostBytes && !events.isEmpty()) {
                    break;
                }
                events.add(event);
            }
            next++;
        }
        return new Batch(events, next, id(next));
    }

    private Event gap(long cursor, long kept) {
        String from = kept > last ? "null" : '"' + id(kept) + '"';
        String reason = cursor == ELSEWHERE ? "epoch" : "trimmed";
        return Event.of(kept - 1, id(kept - 1), null, GAP, "{\"first\":" + from + ",\"reason\":\"" + reason + "\"}");
    }

    /**
     * Runs {@code task} after each append, on the appending thread. It must be short and must not throw.
     *
     * @return stops it
     */
    public Runnable listen(Runnable task) {
        listeners.add(task);
        return () -> listeners.remove(task);
    }

    private String id(long number) {
        return epoch + "-" + number;
    }

    private int slot(long number) {
        return (int) (number % slots.length());
    }
}
