package dev.weir.perf.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a {@link Recorder} had counted when it was asked.
 *
 * @param downloads that ended inside the window
 * @param bytesInWindow of bodies, by the time they were received
 * @param bytesChecked of bodies compared and found right, in the window and outside
 * @param errors by reason, in the window and outside
 */
public record Recording(
        long downloads,
        long bytesInWindow,
        long bytesChecked,
        Histogram responseMicros,
        Histogram waitMicros,
        Map<String, Long> errors) {}
