package dev.weir.crosscheck;

import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Loads one server with two load generators in turn, this project's and another one. Compares their figures. */
public record ScenarioCheck(
        Crossed crossed, ServerProcess server, OwnSide ours, Side theirs, Duration length, int rounds) {
    private static final double MARGIN = 0.05;
    private static final double MOST_OF_OTHERS = 0.05;
    private static final String RATIO = ": ours / theirs";

    /** The name of a figure: how often threads of the server gave up a core, for 1,000 units of work. */
    static final String SWITCHES = "the server's context switches per 1,000";

    static final String CORE = "share of a core";
    static final String MEMORY = "memory, MiB";
    /** The name of a figure: the share of the server's CPU core that other processes used. */
    static final String OTHERS = "other processes on the server's core";

    private static final String FIRST_BYTE = "time to the first byte of the file, mean, ms";
    private static final String OWN_CPU = "the same without compilers and collector";
    /** The names of the figures that are reported, but not compared. */
    private static final List<String> BESIDE = List.of(Side.FAULTS, SWITCHES, CORE, MEMORY, OTHERS);

    /** Returns the names of all figures of a scenario. Each report has these and no others. */
    static List<String> names(Crossed crossed) {
        return Stream.concat(compared(crossed).stream(), BESIDE.stream()).toList();
    }

    private static List<String> compared(Crossed crossed) {
        return Stream.concat(told(crossed).stream(), Stream.of(cpu(crossed), OWN_CPU))
                .toList();
    }

    /**
     * Returns the names of the figures that both load generators report, without the faults. The first figure is the
     * rate of work, for example downloads per second.
     */
    static List<String> told(Crossed crossed) {
        return switch (crossed) {
            case S1 -> List.of("downloads/s", "response, mean, ms", FIRST_BYTE);
            case S1X ->
                List.of(
                        "MiB/s",
                        "rate of a download, median, KiB/s",
                        "rate of the slowest download, KiB/s",
                        FIRST_BYTE,
                        "gap between arrivals, p99, ms");
            case S2 -> List.of("answers/s", "time of a poll, mean, ms");
            case S2X ->
                List.of("deliveries/s", "delay, p50, ms", "delay, p99, ms", "delay of the last subscriber, mean, ms");
        };
    }

    /**
     * Returns the figures of a load generator by name.
     *
     * @param faults the number of faults of each kind; the figure is their sum
     * @param values the other figures, in the order of {@link #told}
     */
    static Map<String, Double> figures(Crossed crossed, Map<String, Long> faults, double... values) {
        List<String> names = told(crossed);
        if (names.size() != values.length) {
            throw new IllegalArgumentException("%d values, but the figures are %s".formatted(values.length, names));
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            figures.put(names.get(i), values[i]);
        }
        figures.put(
                Side.FAULTS,
                faults.values().stream().mapToDouble(Long::doubleValue).sum());
        return figures;
    }

    private static String cpu(Crossed crossed) {
        return "server CPU per 1,000 %s, ms".formatted(told(crossed).getFirst().replace("/s", ""));
    }

    public void run(Checks checks) throws IOException, InterruptedException {
        for (int i = 0; i < crossed.warmUps; i++) {
            System.out.println("warm-up " + (i + 1) + " of " + crossed.warmUps);
            measure(ours.warmUp());
        }
        server.pin();
        measure(theirs);
        measure(ours);
        server.collect();
        System.gc();
        List<Turns.Pair> pairs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            System.out.println("pair " + round + " of " + rounds);
            boolean oursFirst = round % 2 == 1;
            Map<String, Double> first = measure(oursFirst ? ours : theirs);
            Map<String, Double> second = measure(oursFirst ? theirs : ours);
            pairs.add(oursFirst ? new Turns.Pair(first, second) : new Turns.Pair(second, first));
        }
        judge(crossed, Turns.of(names(crossed), pairs), checks);
    }

    /**
     * Loads the server with one load generator, and measures. Returns, by name, the figures that the generator reports.
     * Adds the generator's CPU use and memory, the server's CPU time per unit of work, and the CPU use of other
     * processes.
     */
    private Map<String, Double> measure(Side side) throws IOException, InterruptedException {
        Window window = Window.after(side.settle(), length);
        try (Side.Running running = side.start(window)) {
            Waiting.until(window.fromNanos());
            double usedBefore = Cores.APART.usedSeconds();
            Usage before = server.kernelUsage();
            Usage.PerThread switchesBefore = server.switches();
            double clientBefore = running.cpuSeconds();
            Waiting.until(window.toNanos());
            Usage.Spent spent = server.kernelUsage().since(before);
            double others = Cores.APART.usedSeconds() - usedBefore - spent.cpuSeconds();
            double client = running.cpuSeconds() - clientBefore;
            double switches = server.switches().since(switchesBefore);
            long rssBytes = running.rssBytes();
            Map<String, Double> figures = new LinkedHashMap<>(running.figures());
            double work = figures.getOrDefault(told(crossed).getFirst(), Double.NaN) * spent.seconds();
            figures.put(cpu(crossed), spent.cpuSeconds() / work * 1e6);
            figures.put(OWN_CPU, spent.ownSeconds() / work * 1e6);
            figures.put(SWITCHES, switches / work * 1e3);
            figures.put(CORE, client / spent.seconds());
            figures.put(MEMORY, (double) rssBytes / (1 << 20));
            figures.put(OTHERS, Math.max(0, others) / spent.seconds());
            return figures;
        }
    }

    /**
     * Adds all series of {@code turns} to {@code checks}. Then adds medians, ratios and maxima of the figures. Each
     * ratio and each maximum must meet a target.
     */
    static void judge(Crossed crossed, Turns turns, Checks checks) {
        turns.addTo(checks);
        for (String name : compared(crossed)) {
            checks.measured(name + Turns.OURS, turns.median(name + Turns.OURS), "");
            checks.measured(name + Turns.THEIRS, turns.median(name + Turns.THEIRS), "");
            checks.between(name + RATIO, turns.medianRatio(name), 1 - MARGIN, 1 + MARGIN, "");
        }
        checks.exactly("our faults, worst turn", turns.mostFaults(Side.FAULTS + Turns.OURS), 0);
        checks.exactly("their faults, worst turn", turns.mostFaults(Side.FAULTS + Turns.THEIRS), 0);
        double others = Math.max(turns.most(OTHERS + Turns.OURS), turns.most(OTHERS + Turns.THEIRS));
        checks.atMost("other processes on the server's core, worst turn", others, MOST_OF_OTHERS, "");
        checks.measured("context switches per 1,000: ours", turns.median(SWITCHES + Turns.OURS), "");
        checks.measured("context switches per 1,000: theirs", turns.median(SWITCHES + Turns.THEIRS), "");
        checks.measured("our share of a core", turns.median(CORE + Turns.OURS), "");
        checks.measured("their share of a core", turns.median(CORE + Turns.THEIRS), "");
        checks.measured("our memory", turns.median(MEMORY + Turns.OURS), "MiB");
        checks.measured("their memory", turns.median(MEMORY + Turns.THEIRS), "MiB");
    }
}
