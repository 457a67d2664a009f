package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A process that may have fewer descriptors open than clients come. */
final class DescriptorsFault {
    private static final int LIMIT = 600;
    private static final int CLIENTS = 1_000;
    private static final int EACH = 50;
    private static final Duration RAMP = Duration.ofSeconds(2);
    private static final Duration FULL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final double MOST_CPU = 0.2;
    /** One a second of each of a few kinds. */
    private static final int MOST_LINES = 15;

    static final String DESCRIPTION = """
        The limit of the running server is set to %d descriptors (prlimit), and %,d connections are opened, which send \
        nothing. It must not spin meanwhile, nor fill its log, and serve again when they have left.\
        """.formatted(LIMIT, CLIENTS);

    private DescriptorsFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, Part.DESCRIPTORS, 0)) {
            Newcomers.come(site, ", before");
            int before = site.descriptorsDownTo(0, RAMP);
            String pid = Long.toString(site.server().pid());
            System.out.print(Host.output("prlimit", "--pid", pid, "--nofile=" + LIMIT + ":" + LIMIT));
            List<Figure> figures = new ArrayList<>();
            try (Crowd _ = Crowd.of(CLIENTS, RAMP, number -> {
                try (Wire wire = Wire.open(site, number / EACH)) {
                    return wire.endsWithin(PATIENCE) ? "closed" : "held";
                }
            })) {
                Thread.sleep(RAMP.multipliedBy(2));
                long lines = lines(site);
                Usage usage = site.server().kernelUsage();
                figures.add(Figure.atLeast("descriptors, full", site.server().openDescriptors(), LIMIT - 20, ""));
                Thread.sleep(FULL);
                Usage.Spent spent = site.server().kernelUsage().since(usage);
                figures.add(Figure.atMost("of a core, full", spent.cpuSeconds() / spent.seconds(), MOST_CPU, ""));
                figures.add(Figure.atMost(
                        "lines of log in %d s, full".formatted(FULL.toSeconds()),
                        (double) (lines(site) - lines),
                        MOST_LINES,
                        ""));
            }
            figures.add(Figure.atMost(
                    "descriptors when they have left", site.descriptorsDownTo(before, PATIENCE), before + 20, ""));
            figures.addAll(Newcomers.come(site, ", in the end"));
            return site.found(Part.DESCRIPTORS, figures, Map.of());
        }
    }

    private static long lines(Site site) throws IOException {
        try (Stream<String> lines = Files.lines(site.log())) {
            return lines.count();
        }
    }
}
