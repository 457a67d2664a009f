package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A log of the latest events. Thread-safe. An append holds a lock while it encodes the event. A read takes no lock.
 *
 * <p>This log numbers its events consecutively. Each event also has an id {@code <epoch>-<number>} ({@link Epochs}).
 * The number in an event's id may differ from the event's number in this log. A cursor is a number in this log: that
 * of the last event that a client has seen, or 0 if the client has seen none.
 */
public final class EventLog {
    static final String GAP = "gap";

    private final Epochs epochs; // written before the ring
    private final EventRing ring;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder encoded = new LongAdder();
    private volatile boolean behind;

    /**
     * Creates an empty log.
     *
     * @param epoch a name that no other log uses, in letters and digits; each event id begins with this name
     * @param mostBytes the most bytes to keep ({@link Event#bytes}); the newest event stays even if it is larger
     */
    public EventLog(String epoch, int mostEvents, long mostBytes) {
        this(new Epochs(epoch, 0), mostEvents, mostBytes);
    }

    private EventLog(Epochs epochs, int mostEvents, long mostBytes) {
        this.epochs = epochs;
        this.ring = new EventRing(mostEvents, mostBytes);
    }

    /**
     * Creates an empty copy of a log that several processes share. {@link #restart} sets its position in the shared
     * log. Then {@link #copy} adds one event at a time.
     */
    public static EventLog ofSeveral(int mostEvents, long mostBytes) {
        return new EventLog(new Epochs("", mostEvents), mostEvents, mostBytes);
    }

    /**
     * Appends an event, and runs the registered listeners on the calling thread.
     *
     * @param type null if the event has no type
     * @return the event's id
     */
    public String append(String topic, @Nullable String type, String data) {
        return append(List.of(new Publication(topic, type, data)));
    }

    /** Appends events with consecutive numbers, and runs the registered listeners. Returns the first event's id. */
    String append(List<Publication> events) {
        String first;
        synchronized (this) {
            first = epochs.id(ring.last() + 1);
            events.forEach(event -> add(event.topic(), event.type(), event.data()));
        }
        listeners.forEach(Runnable::run);
        return first;
    }

    /** Appends the shared log's next event, with the id {@code <epoch>-<number>}. Runs the registered listeners. */
    public void copy(String epoch, long number, String topic, @Nullable String type, String data) {
        synchronized (this) {
            epochs.begin(ring.last() + 1, epoch, number, ring.first());
            add(topic, type, data);
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * Begins an epoch (a range of events whose ids begin with the same name). The epoch's first event will be copied
     * later. The previous epoch ends before this event, and {@link #cursor} rejects later ids of the previous epoch. A
     * client that sends such an id gets an event of type {@code gap}, which reports lost events.
     *
     * @param number the number in the id of the epoch's first event
     * @param between how many other events will be copied before the epoch's first event
     * @return false if {@link #cursor} has already accepted such an id; the caller must then call {@link #restart}
     */
    public synchronized boolean begin(String epoch, long number, long between) {
        return epochs.begin(ring.last() + between + 1, epoch, number, ring.first());
    }

    /**
     * Drops all events and continues at another position of the shared log. A client with an earlier cursor gets an
     * event of type {@code gap}, which reports lost events.
     *
     * @param runs maps each epoch's name, oldest first, to the number in the id of the epoch's first event
     * @param next the number in the id of the next event to copy
     */
    public void restart(Map<String, Long> runs, long next) {
        synchronized (this) {
            boolean isNew = ring.last() == 0 && ring.first() == 1;
            long gone = isNew ? next - 1 : epochs.beyond(ring.last());
            epochs.restart(runs, gone - (next - 1), gone);
            ring.restart(gone);
        }
        listeners.forEach(Runnable::run);
    }

    public void behind(boolean isBehind) {
        behind = isBehind;
    }

    /** Returns whether this log is a copy that may lack the latest events or epochs of the shared log. */
    public boolean isBehind() {
        return behind;
    }

    /** Appends an event. The caller must hold the lock of this object. */
    private void add(String topic, @Nullable String type, String data) {
        long number = ring.last() + 1;
        encoded.increment();
        ring.add(Event.of(number, epochs.id(number), topic, type, data));
    }

    /** Returns the cursor of a client that has seen all events up to this id, or -1 if the id is unknown. */
    public long cursor(String id) {
        return epochs.cursor(id, ring.last());
    }

    /**
     * Returns the id of the event with the number {@code after}, for the first frame of a stream that continues after
     * this event. A negative number counts as 0.
     */
    public String openingId(long after) {
        return epochs.id(Math.max(0, after));
    }

    public long last() {
        return ring.last();
    }

    /** Returns how many events this log has encoded since the start. Events of type {@code gap} do not count. */
    public long encoded() {
        return encoded.sum();
    }

    /**
     * Reads the events of some topics after a cursor. If the log has dropped events after the cursor, or the cursor is
     * -1 (unknown), the batch begins with an event of type {@code gap}. This event reports lost events.
     *
     * @param mostEvents at least 1; a {@code gap} event counts, too
     * @param mostBytes the maximum size as {@code text/event-stream} in bytes; the first event may be larger
     */
    public Batch read(long after, Topics topics, int mostEvents, long mostBytes) {
        List<Event> events = new ArrayList<>(1); // most reads find one event
        long head = ring.last();
        long next = after;
        long size = 0;
        while (next < head && events.size() < mostEvents) {
            long kept = ring.first();
            if (next + 1 < kept) {
                Event gap = gap(next, kept);
                size += gap.sse().length;
                events.add(gap);
                next = kept - 1;
                continue;
            }
            Event event = ring.get(next + 1);
            if (event == null) {
                continue; // the log has just dropped this event, so the next iteration reads a larger first number
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
        return new Batch(events, next, epochs.id(next));
    }

    private Event gap(long cursor, long kept) {
        String from = kept > ring.last() ? "null" : '"' + epochs.id(kept) + '"';
        String reason = cursor == Epochs.ELSEWHERE ? "epoch" : "trimmed";
        String data = "{\"first\":" + from + ",\"reason\":\"" + reason + "\"}";
        return Event.of(kept - 1, epochs.id(kept - 1), null, GAP, data);
    }

    /**
     * Registers a short task that must not throw. After each append, copy or restart, the calling thread runs the task.
     *
     * @return an action that removes the task
     */
    public Runnable listen(Runnable task) {
        listeners.add(task);
        return () -> listeners.remove(task);
    }
}
