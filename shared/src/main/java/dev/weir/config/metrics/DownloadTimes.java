package dev.weir.config.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * The histograms of the downloads of one plan's clients. Each histogram has a few fixed buckets and no percentiles, so
 * the cost of a recording does not grow with the number of downloads.
 *
 * @param firstByte the time from the admission of a download until it writes its first bytes
 * @param duration the time from the admission of a download until it ends
 */
record DownloadTimes(Timer firstByte, Timer duration) {
    private static final Duration[] FIRST_BYTE = millis(1, 5, 25, 100, 250, 500, 1_000, 2_500, 10_000, 30_000);
    private static final Duration[] DURATION =
            millis(5, 25, 100, 500, 1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000);

    static DownloadTimes of(String plan, MeterRegistry registry) {
        return new DownloadTimes(
                Timer.builder("weir.downloads.first-byte")
                        .description("time from the admission of a download until it writes its first bytes")
                        .tag("plan", plan)
                        .serviceLevelObjectives(FIRST_BYTE)
                        .register(registry),
                Timer.builder("weir.downloads.duration")
                        .description("time from the admission of a download until its end")
                        .tag("plan", plan)
                        .serviceLevelObjectives(DURATION)
                        .register(registry));
    }

    private static Duration[] millis(long... millis) {
        return LongStream.of(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
