package dev.weir.perf.control;

import dev.weir.perf.load.RequestRecording;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes a load in the format of HdrHistogram's own tools: microseconds, an interval a second, told apart by tag. */
final class RequestLog {
    private RequestLog() {}

    static void write(Path file, RequestRecording recording) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("microseconds; a request is in the second in which it was meant to start");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            write(writer, "response", recording.responseMicrosBySecond());
            write(writer, "service", recording.serviceMicrosBySecond());
        }
    }

    private static void write(HistogramLogWriter writer, String tag, List<Histogram> bySecond) {
        for (int second = 0; second < bySecond.size(); second++) {
            Histogram micros = bySecond.get(second);
            micros.setTag(tag);
            writer.outputIntervalHistogram(second, second + 1, micros, 1);
        }
    }
}
