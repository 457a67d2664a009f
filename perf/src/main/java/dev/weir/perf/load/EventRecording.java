package dev.weir.perf.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

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
