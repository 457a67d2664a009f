package dev.weir.events;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A ring buffer with the latest events of an {@link EventLog}. It limits their number and their total size in bytes.
 *
 * <p>A writer holds the log's lock. Readers take no lock, which is safe for three reasons:
 * <ul>
 * <li>Events are immutable. A reader checks the number of the event, because the slot may hold a later event.
 * <li>A writer fills a slot before it increases {@link #last}.
 * <li>Before a new event takes the slot of an old one, the writer increases {@link #first}.
 * </ul>
 */
final class EventRing {
    private final long mostBytes;
    private final AtomicReferenceArray<@Nullable Event> slots;
    private volatile long first = 1;
    private volatile long last;

    /** The total size of the events in the buffer, in bytes. Guarded by the log's lock. */
    private long bytes;

    EventRing(int mostEvents, long mostBytes) {
        this.mostBytes = mostBytes;
        this.slots = new AtomicReferenceArray<>(mostEvents);
    }

    /** Returns the number of the oldest event in the buffer, or of the next event if the buffer is empty. */
    long first() {
        return first;
    }

    long last() {
        return last;
    }

    /** Returns the event with this number, or null if the buffer does not have it. */
    @Nullable
    Event get(long number) {
        Event event = slots.get(slot(number));
        return event != null && event.number() == number ? event : null;
    }

    /** Adds the next event. Drops as many of the oldest events as needed to stay within the limits. */
    void add(Event event) {
        makeRoom(event.number(), event.bytes());
        slots.set(slot(event.number()), event);
        last = event.number();
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

    /** Drops all events. The next event gets the number {@code gone + 1}. */
    void restart(long gone) {
        for (int i = 0; i < slots.length(); i++) {
            slots.set(i, null);
        }
        bytes = 0;
        first = gone + 1;
        last = gone;
    }

    private int slot(long number) {
        return (int) (number % slots.length());
    }
}
