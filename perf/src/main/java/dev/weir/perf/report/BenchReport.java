package dev.weir.perf.report;

import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Items;
import dev.weir.perf.report.Document.Paragraph;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.result.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Renders the report of {@code ./weir bench}: JMH's tables, one for each number of threads, and how to read them. */
public final class BenchReport {
    private static final String NOTE = "A report, not a race. The contenders do not answer the same question, and a"
            + " decision to let bytes pass costs far less CPU than writing them to the network.";
    private static final String UNITS =
            "ns/op is the time of one call on its thread, with the half-width of JMH's 99.9 % interval. B/op"
                    + " (gc.alloc.rate.norm) is the number of bytes that the call allocates. Compare only figures of"
                    + " the same table, and only when their intervals do not overlap. With as many threads as cores,"
                    + " other processes on the machine increase the time.";
    private static final String ANSWERS = "With `PLENTY` every request for tokens is granted, with `NONE` every one is"
            + " refused. RESILIENCE4J, GUAVA and SEMAPHORE refuse without returning the time to wait, which is less"
            + " work. WEIR is Weir's token bucket for a single thread. Several threads share it under a lock"
            + " (WEIR_LOCKED) or through Weir's throttle (`step`).";
    private static final String STEPS =
            "In `step` each chunk takes two decisions, one for the client's limit and one for the global limit. The"
                    + " throttle (WEIR) also queues waiting downloads, counts, and hands the grant to the download's"
                    + " event loop.";

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
