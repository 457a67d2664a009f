package dev.weir.perf.result;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/** Reads and writes a trial's tagged histograms in HdrHistogram's log format. Values are microseconds. */
public final class HistogramLog {
    private static final String END = "end";

    public static void write(Path file, double windowSeconds, Map<Evidence.Tag, Histogram> micros) throws IOException {
        String comment = "microseconds; one interval per tag, the whole measured window";
        write(
                file,
                comment,
                writer -> micros.forEach((tag, histogram) -> {
                    histogram.setTag(tag.text());
                    writer.outputIntervalHistogram(0, windowSeconds, histogram, 1e6);
                }));
    }

    public static void write(Path file, String comment, Consumer<HistogramLogWriter> intervals) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment(comment);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            intervals.accept(writer);
            writer.outputComment(END);
            if (out.checkError()) {
                throw new IOException(file + " could not be written");
            }
        }
    }

    public static Map<Evidence.Tag, Histogram> read(Path file) throws IOException {
        String text = Files.readString(file);
        if (!text.endsWith("#" + END + "\n")) {
            throw new IOException(file + " is cut off");
        }
        Map<Evidence.Tag, Histogram> micros = new EnumMap<>(Evidence.Tag.class);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            long count = text.lines().filter(line -> line.startsWith("Tag=")).count();
            for (long i = 0; i < count; i++) {
                Histogram histogram = next(reader, file);
                micros.computeIfAbsent(Evidence.Tag.of(String.valueOf(histogram.getTag())), _ -> new Histogram(3))
                        .add(histogram);
            }
        }
        return micros;
    }

    /** Reads the next histogram. Throws an {@link IOException} if it is missing or malformed. */
    private static Histogram next(HistogramLogReader reader, Path file) throws IOException {
        try {
            return (Histogram) Objects.requireNonNull(reader.nextIntervalHistogram());
        } catch (RuntimeException e) {
            throw new IOException("a histogram in " + file + " is broken", e);
        }
    }
}
