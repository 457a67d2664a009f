package dev.weir.perf.events;

import dev.weir.perf.load.Window;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Events in the order in which they are published: what each says, when it was meant to be published, how many have it.
 *
 * <p>An event belongs to the window in which it was meant to be published, however late it comes. Confined to the
 * generator's loop.
 */
public final class EventRecorder {
    static final int TEXT_BYTES = 100;
    private static final String FILLING = "abcdefghijklmnopqrstuvwxyz".repeat(4);

    private final List<Event> events = new ArrayList<>();
    private final Histogram latencyMicros = new Histogram(3);
    private final Histogram lastMicros = new Histogram(3);
    private Window window = Window.NEVER;
    private long deliveries;
    private long deliveriesInWindow;
    private long eventsInWindow;

    private static final class Event {
        private final byte[] text;
        private final long intendedNanos;
        private int deliveries;

        Event(byte[] text, long intendedNanos) {
            this.text = text;
            this.intendedNanos = intendedNanos;
        }
    }

    /** Has events counted in this window, which lies ahead, instead of another that is over. */
    void measure(Window ahead) {
        latencyMicros.reset();
        lastMicros.reset();
        deliveriesInWindow = 0;
        eventsInWindow = 0;
        window = ahead;
    }

    /** What the next event says: its instant, its number, and letters. */
    byte[] next(long intendedNanos) {
        String text = ("%019d %010d ".formatted(intendedNanos, events.size()) + FILLING).substring(0, TEXT_BYTES);
        events.add(new Event(text.getBytes(StandardCharsets.US_ASCII), intendedNanos));
        if (window.contains(intendedNanos)) {
            eventsInWindow++;
        }
        return events.getLast().text;
    }

    /**
     * Somebody got these bytes.
     *
     * @param number of the event that must be next for him, from 0
     * @param audience how many should get it
     * @throws IllegalStateException if it is another, or none that was published
     */
    void delivered(int number, byte[] bytes, int from, int to, int audience, long nowNanos) {
        if (number == events.size() || !isText(number, bytes, from, to)) {
            throw new IllegalStateException(wrong(number, bytes, from, to));
        }
        Event event = events.get(number);
        event.deliveries++;
        deliveries++;
        if (window.contains(nowNanos)) {
            deliveriesInWindow++;
        }
        if (window.contains(event.intendedNanos)) {
            long micros = TimeUnit.NANOSECONDS.toMicros(nowNanos - event.intendedNanos);
            latencyMicros.recordValue(micros);
            if (event.deliveries == audience) {
                lastMicros.recordValue(micros);
            }
        }
    }

    private boolean isText(int number, byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, events.get(number).text, 0, TEXT_BYTES);
    }

    private String wrong(int number, byte[] bytes, int from, int to) {
        for (int other = 0; other < events.size(); other++) {
            if (isText(other, bytes, from, to)) {
                return other < number ? "an event twice" : "an event was left out";
            }
        }
        return "an event that nobody published";
    }

    int published() {
        return events.size();
    }

    /** Whether so many have got the last event. */
    boolean isWith(int audience) {
        return events.isEmpty() || events.getLast().deliveries >= audience;
    }

    long deliveries() {
        return deliveries;
    }

    /** What was counted so far, safe to be carried to another thread, of so many who should have got each event. */
    EventRecording recording(int audience, Map<String, Long> errors) {
        return new EventRecording(
                window.seconds(),
                eventsInWindow * audience,
                deliveriesInWindow,
                latencyMicros.copy(),
                lastMicros.copy(),
                Map.copyOf(errors));
    }

    /**
     * What became of the events of one window.
     *
     * @param planned deliveries: events meant to be published in the window, to everybody
     * @param delivered in the window, whenever the event was published
     * @param latencyMicros from the instant at which the event was meant to be published; one for each delivery
     * @param lastMicros the same of the last delivery of each event that all have got
     * @param errors by reason, in the window and outside
     */
    public record EventRecording(
            double windowSeconds,
            long planned,
            long delivered,
            Histogram latencyMicros,
            Histogram lastMicros,
            Map<String, Long> errors) {

        public double plannedPerSecond() {
            return planned / windowSeconds;
        }

        public double deliveredPerSecond() {
            return delivered / windowSeconds;
        }
    }
}
