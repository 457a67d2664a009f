package dev.weir.perf.events;

import dev.weir.perf.load.Window;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records when events are delivered. A late event belongs to the {@link Window} in which it was due. */
public final class EventRecorder {
    static final int TEXT_BYTES = 100;
    private static final int NUMBER_FROM = 20;
    private static final int NUMBER_TO = 30;
    private static final String FILLING = "abcdefghijklmnopqrstuvwxyz".repeat(4);
    private static final byte[] TEXT = text(0, 0);

    private final List<Published> events = new ArrayList<>();
    private final Histogram latencyMicros = new Histogram(3);
    private final Histogram lastMicros = new Histogram(3);
    private final Histogram pollMicros = new Histogram(3);
    private Window window = Window.NEVER;
    private long deliveries;
    private long deliveriesInWindow;
    private long eventsInWindow;
    private long emptyAnswers;

    private static final class Published {
        private final byte[] text;
        private final long intendedNanos;
        private int deliveries;

        Published(byte[] text, long intendedNanos) {
            this.text = text;
            this.intendedNanos = intendedNanos;
        }
    }

    void measure(Window ahead) {
        latencyMicros.reset();
        lastMicros.reset();
        pollMicros.reset();
        deliveriesInWindow = 0;
        eventsInWindow = 0;
        emptyAnswers = 0;
        window = ahead;
    }

    /** Returns the text of an event: the instant when it is due ({@link System#nanoTime()}), its number, and filler. */
    public static byte[] text(long intendedNanos, int number) {
        return ("%019d %010d ".formatted(intendedNanos, number) + FILLING)
                .substring(0, TEXT_BYTES)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the event number in a text, or -1 if {@link #text} did not produce this text. */
    static int number(byte[] bytes, int from, int to) {
        boolean isText =
                to - from == TEXT_BYTES && Arrays.equals(bytes, from + NUMBER_TO, to, TEXT, NUMBER_TO, TEXT_BYTES);
        return isText ? (int) decimal(bytes, from + NUMBER_FROM, NUMBER_TO - NUMBER_FROM) : -1;
    }

    static long dueNanos(byte[] bytes, int from) {
        return decimal(bytes, from, NUMBER_FROM - 1);
    }

    private static long decimal(byte[] bytes, int from, int digits) {
        long number = 0;
        for (int i = from; i < from + digits; i++) {
            number = 10 * number + bytes[i] - '0';
        }
        return number;
    }

    byte[] next(long intendedNanos) {
        events.add(new Published(text(intendedNanos, events.size()), intendedNanos));
        if (window.contains(intendedNanos)) {
            eventsInWindow++;
        }
        return events.getLast().text;
    }

    /** Records that one of {@code audience} subscribers got event {@code number}. Throws if the bytes are wrong. */
    void delivered(int number, byte[] bytes, int from, int to, int audience, long nowNanos) {
        if (number == events.size() || !isText(number, bytes, from, to)) {
            throw new IllegalStateException(wrong(number, bytes, from, to));
        }
        Published event = events.get(number);
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

    void polled(long sentNanos, long answeredNanos, boolean found) {
        if (window.contains(answeredNanos) && !found) {
            emptyAnswers++;
        } else if (window.contains(answeredNanos)) {
            pollMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(answeredNanos - sentNanos));
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

    boolean isWith(int audience) {
        return events.isEmpty() || events.getLast().deliveries >= audience;
    }

    long deliveries() {
        return deliveries;
    }

    EventRecording recording(int audience, Map<String, Long> errors) {
        return new EventRecording(
                window.seconds(),
                eventsInWindow * audience,
                deliveriesInWindow,
                latencyMicros.copy(),
                lastMicros.copy(),
                pollMicros.copy(),
                emptyAnswers,
                Map.copyOf(errors));
    }

    /**
     * Results for one window. A latency is the time from an event's planned publication to one of its deliveries.
     *
     * @param latencyMicros the latencies of all deliveries of the events that are due in the window
     * @param lastMicros for each of these events, only the latency of its delivery to the last subscriber
     * @param pollMicros how long each poll waited for an event, if its answer came in the window
     * @param emptyAnswers how many polls were answered in the window without an event
     */
    public record EventRecording(
            double windowSeconds,
            long planned,
            long delivered,
            Histogram latencyMicros,
            Histogram lastMicros,
            Histogram pollMicros,
            long emptyAnswers,
            Map<String, Long> errors) {
        public double plannedPerSecond() {
            return planned / windowSeconds;
        }

        public double deliveredPerSecond() {
            return delivered / windowSeconds;
        }
    }
}
