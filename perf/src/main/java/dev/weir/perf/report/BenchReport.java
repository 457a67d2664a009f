package dev.weir.perf.report;

import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Items;
import dev.weir.perf.report.Document.Paragraph;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.result.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Renders JMH's tables, one for each number of threads, with what a reader must know of them. */
public final class BenchReport {
    private static final String NOTE = "A report, not a race. The contenders do not answer the same question, and a"
            + " decision is far cheaper than the network write that it allows.";
    private static final String UNITS =
            "ns/op is the time of one call on its thread, with the half-width of JMH's 99.9 % interval. B/op"
                    + " (gc.alloc.rate.norm) is the number of bytes that the call allocates. Compare figures of one table only, and only when their"
                    + " intervals do not overlap. With as many threads as cores, other work of the machine increases the"
                    + " time.";
    private static final String ANSWERS = "With `PLENTY` every request for tokens is granted, with `NONE` every one is"
            + " refused. RESILIENCE4J, GUAVA and SEMAPHORE refuse without returning the time to wait, which is less"
            + " work. WEIR alone is for a single writer thread. Several threads share it under a lock (WEIR_LOCKED) or"
            + " through the throttle (`step`).";
    private static final String STEPS =
            "In `step` a limiter makes two decisions per chunk, one for the client and one for the global limit. The"
                    + " throttle (WEIR) also orders waiting downloads, counts, and hands the grant to the download's event"
                    + " loop.";

    public static String of(String command, Environment environment, Map<Integer, String> byThreads) {
        List<Part> parts = new ArrayList<>(List.of(
                new Paragraph(NOTE),
                new Paragraph("%s Load average before: %s. Command: `%s`."
                        .formatted(Report.where(environment), environment.loadAverage(), command)),
                new Items(List.of(UNITS, ANSWERS, STEPS))));
        byThreads.forEach((threads, table) -> {
            parts.add(new Heading("Threads: " + threads));
            parts.add(new Paragraph("```\n" + table.strip() + "\n```"));
        });
        return new Document("The cost of one decision", parts).markdown();
    }
}
