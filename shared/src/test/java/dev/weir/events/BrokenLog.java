package dev.weir.events;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** An event log with one planted fault: it announces the number of a new event before it has stored the event. */
final class BrokenLog {
    private final AtomicReferenceArray<@Nullable Event> slots = new AtomicReferenceArray<>(32);
    private volatile long last;

    synchronized void append(String topic, String data) {
        long number = last + 1;
        last = number;
        slots.set((int) number, Event.of(number, "e-" + number, topic, null, data));
    }

    Batch read(long after) {
        long head = last;
        List<Event> events = new ArrayList<>();
        for (long number = after + 1; number <= head; number++) {
            Event event = slots.get((int) number);
            if (event != null) {
                events.add(event);
            }
        }
        return new Batch(events, head, "e-" + head);
    }
}
