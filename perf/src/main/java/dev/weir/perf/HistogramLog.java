package dev.weir.perf;

import dev.weir.perf.load.Recording;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes a trial's histograms in the format that HdrHistogram's own tools read; in microseconds, told apart by tag. */
final class HistogramLog {
    private HistogramLog() {}

    static void write(Path file, Recording unloaded, Recording loaded, Histogram lagMicros) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("microseconds; one interval a tag, the whole measured window");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            write(writer, "unloaded-response", unloaded.responseMicros(), unloaded.windowSeconds());
            write(writer, "unloaded-wait", unloaded.waitMicros(), unloaded.windowSeconds());
            write(writer, "response", loaded.responseMicros(), loaded.windowSeconds());
            write(writer, "wait", loaded.waitMicros(), loaded.windowSeconds());
            write(writer, "lag", lagMicros, loaded.windowSeconds());
        }
    }

    private static void write(HistogramLogWriter writer, String tag, Histogram micros, double seconds) {
        micros.setTag(tag);
        writer.outputIntervalHistogram(0, seconds, micros, 1);
    }
}
