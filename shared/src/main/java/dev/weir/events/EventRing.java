package dev.weir.events;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A ring buffer with the latest events of an {@link EventLog}. It limits the number of events and their total bytes.
 *
 * <p>Writers hold the log's lock. Readers take no lock. Each slot holds an immutable event. A later event may replace
 * the event in a slot, so a reader checks the event's number. A writer fills a slot before it updates {@link #last}. It
 * updates {@link #first} before it clears a slot. So a reader that sees a new {@code last} finds the event with this
 * number, unless the ring has dropped the event meanwhile.
 */
final class EventRing {
    private final long mostBytes;
    private final AtomicReferenceArray<@Nullable Event> slots;
    private volatile long first = 1;
    private volatile long last;

    /** The total bytes of the kept events. Guarded by the log's lock. */
    private long bytes;

    EventRing(int mostEvents, long mostBytes) {
        this.mostBytes = mostBytes;
        this.slots = new AtomicReferenceArray<>(mostEvents);
    }

    /** Returns the number of the oldest kept event. Returns the number of the next event if the ring is empty. */
    long first() {
        return first;
    }

    long last() {
        return last;
    }

    /** Returns the event with this number, or null if the ring has dropped it. */
    @Nullable
    Event get(long number) {
        Event event = slots.get(slot(number));
        return event != null && event.number() == number ? event : null;
    }

    /** Adds the next event. Drops the oldest events until the limits are met. */
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
