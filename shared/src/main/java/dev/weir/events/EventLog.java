package dev.weir.events;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The last events, in the order in which everybody sees them: a ring, bounded by their number and by their bytes.
 *
 * <p>An event's id is {@code <epoch>-<number>}; numbers grow by one. A cursor is the number of the last event seen, and 0
 * before the first.
 *
 * <p>Thread-safe. To append takes a lock for as long as an event takes to encode; to read takes none: a slot holds an
 * immutable event or a later one, and the reader looks at its number. {@link #last} is written after the slot and {@link
 * #first} before a slot is given away, so whoever sees {@code last} finds the event, unless the log has passed it since.
 */
public final class EventLog {
    /** The cursor of who names an event that this log never had. */
    private static final long ELSEWHERE = -1;

    static final String GAP = "gap";

    private final String epoch;
    private final long mostBytes;
    private final AtomicReferenceArray<@Nullable Event> slots;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder encoded = new LongAdder();

    private volatile long first = 1;
    private volatile long last;

    /** Of the events kept; under the lock. */
    private long bytes;

    /**
     * An empty log.
     *
     * @param epoch of letters and digits; another one each time that numbers start anew
     * @param mostEvents kept
     * @param mostBytes that those kept have in both of their forms; the last event is kept whatever it has
     */
    public EventLog(String epoch, int mostEvents, long mostBytes) {
        this.epoch = epoch;
        this.mostBytes = mostBytes;
        this.slots = new AtomicReferenceArray<>(mostEvents);
    }

    /**
     * Adds an event, and tells whoever listens.
     *
     * @param type null for none
     * @return its id
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

    /** The cursor of who has seen the event of this id and all before it. */
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
     * A first frame for who reads from a cursor, which fires nothing: who loses the connection before the first event
     * misses none.
     */
    public byte[] opening(long after) {
        return (after == ELSEWHERE ? ":\n\n" : "id: " + openingId(after) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The id in it; of a cursor from elsewhere, that of the beginning. */
    public String openingId(long after) {
        return id(Math.max(0, after));
    }

    /** The cursor of who has seen everything. */
    public long last() {
        return last;
    }

    /** Times that a published event was put into bytes, since the start. */
    public long encoded() {
        return encoded.sum();
    }

    /**
     * What comes after a cursor, and was asked for. Where the log has passed the cursor or never had it, a gap comes first
     * and then what is kept.
     *
     * @param mostEvents at least 1; a gap is one
     * @param mostBytes of the stream's form, unless the first event alone has more
     */
    public Batch read(long after, Topics topics, int mostEvents, long mostBytes) {
        List<Event> events = new ArrayList<>(1); // mostly there is one
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
                continue; // the log has just passed it, so first has moved too
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
     * Has {@code task} run after each append, by the appending thread: it must be short, and must not throw. Until the
     * returned task has run.
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
