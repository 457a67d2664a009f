package dev.weir.perf.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a {@link Recorder} had counted when it was asked.
 *
 * @param downloads that ended inside the window
 * @param bytesInWindow of bodies, by the time they were received
 * @param bytesChecked of bodies compared and found right, in the window and outside
 * @param meanRate bytes a second of the downloads that ended inside the window
 */
public record Recording(
        double windowSeconds,
        long downloads,
        long bytesInWindow,
        long bytesChecked,
        double meanRate,
        double slowestRate,
        double fastestRate,
        Histogram responseMicros,
        Histogram waitMicros,
        Map<String, Long> errors) {}
