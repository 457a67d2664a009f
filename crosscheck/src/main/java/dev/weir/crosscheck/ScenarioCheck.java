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
import java.util.Set;

/** Loads one server with this project's load generator and with another client in turn, and compares their figures. */
public record ScenarioCheck(ServerProcess server, OwnSide ours, Side theirs, Duration length, int rounds) {
    private static final double MARGIN = 0.05;
    private static final double MOST_OF_OTHERS = 0.05;
    private static final int WARM_UPS = 2;
    private static final String RATIO = ": ours / theirs";

    static final String CORE = "share of a core";
    static final String MEMORY = "memory, MiB";
    /** What other processes used of the server's core. */
    static final String OTHERS = "other processes on the server's core";
    /** The figures that are not compared. */
    private static final Set<String> BESIDE = Set.of(Side.FAULTS, CORE, MEMORY, OTHERS);

    public void run(Checks checks) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            System.out.println("warm-up " + (i + 1) + " of " + WARM_UPS);
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
        judge(Turns.of(pairs), checks);
    }

    /** Returns the figures of one client, with the server's cost and the client's own effort in the same window. */
    private Map<String, Double> measure(Side side) throws IOException, InterruptedException {
        Window window = Window.after(side.settle(), length);
        try (Side.Running running = side.start(window)) {
            Waiting.until(window.fromNanos());
            double usedBefore = Cores.APART.usedSeconds();
            Usage before = server.kernelUsage();
            double clientBefore = running.cpuSeconds();
            Waiting.until(window.toNanos());
            Usage.Spent spent = server.kernelUsage().since(before);
            double others = Cores.APART.usedSeconds() - usedBefore - spent.cpuSeconds();
            double client = running.cpuSeconds() - clientBefore;
            long rssBytes = running.rssBytes();
            Map<String, Double> figures = new LinkedHashMap<>(running.figures());
            Map.Entry<String, Double> rate = figures.entrySet().iterator().next();
            double work = rate.getValue() * spent.seconds();
            String unit = rate.getKey().replace("/s", "");
            figures.put("server CPU per 1,000 " + unit + ", ms", spent.cpuSeconds() / work * 1e6);
            figures.put("the same without compilers and collector", spent.ownSeconds() / work * 1e6);
            figures.put(CORE, client / spent.seconds());
            figures.put(MEMORY, (double) rssBytes / (1 << 20));
            figures.put(OTHERS, Math.max(0, others) / spent.seconds());
            return figures;
        }
    }

    /** Adds the series, and judges the figures that follow from them. */
    static void judge(Turns turns, Checks checks) {
        turns.series().forEach(checks::raw);
        for (String name : turns.names()) {
            if (!BESIDE.contains(name)) {
                checks.measured(name + Turns.OURS, turns.median(name + Turns.OURS), "");
                checks.measured(name + Turns.THEIRS, turns.median(name + Turns.THEIRS), "");
                if (name.equals(Side.POLL_TIME)) {
                    checks.measured(name + RATIO + ", fixed by the publisher", turns.medianRatio(name), "");
                } else {
                    checks.between(name + RATIO, turns.medianRatio(name), 1 - MARGIN, 1 + MARGIN, "");
                }
            }
        }
        checks.exactly("our faults", turns.sum(Side.FAULTS + Turns.OURS), 0);
        checks.exactly("their faults", turns.sum(Side.FAULTS + Turns.THEIRS), 0);
        double others = Math.max(turns.most(OTHERS + Turns.OURS), turns.most(OTHERS + Turns.THEIRS));
        checks.atMost("other processes on the server's core, worst turn", others, MOST_OF_OTHERS, "");
        checks.measured("our share of a core", turns.median(CORE + Turns.OURS), "");
        checks.measured("their share of a core", turns.median(CORE + Turns.THEIRS), "");
        checks.measured("our memory", turns.median(MEMORY + Turns.OURS), "MiB");
        checks.measured("their memory", turns.median(MEMORY + Turns.THEIRS), "MiB");
    }
}
