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
import java.util.function.Function;
import org.apache.commons.math3.stat.StatUtils;

/** Loads one server with this project's load generator and with another client in turn, and compares their figures. */
public record ScenarioCheck(ServerProcess server, OwnSide ours, Side theirs, Duration length, int rounds) {
    private static final double MARGIN = 0.05;
    private static final double MOST_OF_OTHERS = 0.05;
    private static final int WARM_UPS = 2;

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
        List<Pair> pairs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            System.out.println("pair " + round + " of " + rounds);
            boolean oursFirst = round % 2 == 1;
            Measured first = measure(oursFirst ? ours : theirs);
            Measured second = measure(oursFirst ? theirs : ours);
            pairs.add(oursFirst ? new Pair(first, second) : new Pair(second, first));
        }
        compare(pairs, checks);
    }

    /**
     * The figures of one client, with the server's cost in the same window.
     *
     * @param coreShare the client's own share of its core
     * @param othersShare what other processes used of the server's core
     */
    record Measured(Map<String, Double> figures, double coreShare, double rssBytes, double othersShare) {
        /** Returns NaN, which misses every target, if the client does not tell this figure. */
        double figure(String name) {
            return figures.getOrDefault(name, Double.NaN);
        }
    }

    record Pair(Measured ours, Measured theirs) {}

    private Measured measure(Side side) throws IOException, InterruptedException {
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
            return new Measured(figures, client / spent.seconds(), rssBytes, Math.max(0, others) / spent.seconds());
        }
    }

    static void compare(List<Pair> pairs, Checks checks) {
        for (String name : pairs.getFirst().ours.figures.keySet()) {
            if (!name.equals(Side.FAULTS)) {
                List<Double> ours = values(pairs, pair -> pair.ours.figure(name));
                List<Double> theirs = values(pairs, pair -> pair.theirs.figure(name));
                List<Double> ratios = values(pairs, pair -> pair.ours.figure(name) / pair.theirs.figure(name));
                checks.measured(name + ": ours", median(ours), "");
                checks.measured(name + ": theirs", median(theirs), "");
                checks.between(name + ": ours / theirs", median(ratios), 1 - MARGIN, 1 + MARGIN, "");
                checks.raw(name + ": ours", ours);
                checks.raw(name + ": theirs", theirs);
            }
        }
        checks.exactly("our faults", sum(pairs, pair -> pair.ours.figure(Side.FAULTS)), 0);
        checks.exactly("their faults", sum(pairs, pair -> pair.theirs.figure(Side.FAULTS)), 0);
        double others =
                Math.max(most(pairs, pair -> pair.ours.othersShare), most(pairs, pair -> pair.theirs.othersShare));
        checks.atMost("other processes on the server's core, worst turn", others, MOST_OF_OTHERS, "");
        checks.measured("our share of a core", median(values(pairs, pair -> pair.ours.coreShare)), "");
        checks.measured("their share of a core", median(values(pairs, pair -> pair.theirs.coreShare)), "");
        checks.measured("their memory", median(values(pairs, pair -> pair.theirs.rssBytes)) / (1 << 20), "MiB");
    }

    private static List<Double> values(List<Pair> pairs, Function<Pair, Double> value) {
        return pairs.stream().map(value).toList();
    }

    private static double sum(List<Pair> pairs, Function<Pair, Double> value) {
        return values(pairs, value).stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double most(List<Pair> pairs, Function<Pair, Double> value) {
        return values(pairs, value).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NaN);
    }

    private static double median(List<Double> values) {
        return StatUtils.percentile(
                values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
