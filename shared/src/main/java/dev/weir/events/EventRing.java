package dev.weir.events;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of an {@link EventLog}, in a ring buffer. Both their number and their bytes are bounded.
 *
 * <p>The log's lock guards all changes. A read takes no lock. A slot holds an immutable event. A later event may replace
 * it, so a reader checks the event's number. A change writes {@link #last} after it has filled the slot, and {@link #first}
 * before it clears a slot. So a reader that sees a new {@code last} also finds that event, unless the ring has dropped the
 * event meanwhile.
 */
final class EventRing {
    private final long mostBytes;
    private final AtomicReferenceArray<@Nullable Event> slots;
    private volatile long first = 1;
    private volatile long last;

    /** The bytes of the kept events. Guarded by the log's lock. */
    private long bytes;

    EventRing(int mostEvents, long mostBytes) {
        this.mostBytes = mostBytes;
        this.slots = new AtomicReferenceArray<>(mostEvents);
    }

    /** Returns the number of the oldest kept event. If none is kept, it is the number of the next event. */
    long first() {
        return first;
    }

    /** Returns the number of the last event. */
    long last() {
        return last;
    }

    /** Returns the event with this number, or null if it is not kept any more. */
    @Nullable
    Event get(long number) {
        Event event = slots.get(slot(number));
        return event != null && event.number() == number ? event : null;
    }

    /** Adds the next event, and drops as many of the oldest as necessary. */
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

    /** Drops all events. The next one has the number after {@code gone}. */
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
