package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.server.Nginx;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs scenarios on every contender, in blocks of random order, and writes the report. */
@Command(name = "compare", description = "Runs scenarios on every contender.", mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    private static final int QUICK_BLOCKS = 1;
    private static final int FULL_BLOCKS = 10;
    private static final int QUICK_CYCLES = 4;
    private static final int FULL_CYCLES = 12;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final ScenarioOptions loads = new ScenarioOptions();

    @Option(names = "--quick", description = "one block, a short warm-up: a look, without intervals")
    private boolean quick;

    @Option(names = "--blocks", description = "trials of each contender and load; default: 1 when quick, else 10")
    private int blocks;

    @Option(
            names = "--contenders",
            split = ",",
            description = "default: all, and nginx, nchan or stock where it serves the scenario")
    private List<Entrant> entrants = List.of();

    @Option(
            names = "--baseline",
            description = "of the ratios; default: nginx, nchan or stock when it takes part, else the first")
    private List<Entrant> baseline = List.of();

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description =
                    "of every server's JVM, as -Xmx4g, after the usual ones, each with a --jvm of its own; another"
                            + " collector needs --jvm=-XX:-UseG1GC before it")
    private List<String> jvmOptions = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        loads.resolve(!entrants.isEmpty());
        List<Entrant> all = entrants.isEmpty() ? usual() : entrants;
        Runner.Plans plans = new Runner.Plans(
                title(),
                command(all),
                rounds(),
                all,
                baseline.isEmpty() ? usualBaseline(all) : baseline.getFirst(),
                loads.cores(),
                jvmOptions,
                seed -> loads.scenarios(seed, cycles()));
        return new Runner(common, plans).run().allValid() ? 0 : Perf.INVALID;
    }

    private int rounds() {
        return blocks > 0 ? blocks : quick ? QUICK_BLOCKS : FULL_BLOCKS;
    }

    private int cycles() {
        return quick ? QUICK_CYCLES : FULL_CYCLES;
    }

    /** Who can serve every scenario that was asked for. */
    private List<Entrant> usual() {
        List<String> labels;
        if (loads.has("S1")) {
            labels = List.of("blocking", "blocking-many", "reactive", "async", "virtual");
        } else if (loads.has("S6")) {
            labels = List.of("stock", "reactive", "reactive-ec", "async", "virtual", "blocking");
        } else if (loads.hasEvents()) {
            labels = List.of("nchan", "reactive", "async", "virtual", "blocking", "sleeping");
        } else {
            labels = List.of("nginx", "reactive", "reactive-idiomatic", "async", "virtual", "blocking-many");
        }
        return labels.stream()
                .filter(label -> !label.equals("nginx") || nginxServesIt())
                .filter(label -> !label.equals("nchan") || Nginx.hasNchan())
                .filter(label -> !label.equals("sleeping") || loads.isOnly("S2"))
                .map(Entrant::of)
                .toList();
    }

    /** It limits connections and nothing else. */
    private boolean nginxServesIt() {
        return Nginx.installed().isPresent() && !loads.isHalf();
    }

    static Entrant usualBaseline(List<Entrant> all) {
        return all.stream()
                .filter(entrant -> entrant.contender().isPeer())
                .findFirst()
                .orElse(all.getFirst());
    }

    private String title() {
        return loads.scenarios(0, cycles()).stream()
                .map(scenario -> scenario.id() + ": " + scenario.description().question())
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private String command(List<Entrant> all) {
        String jvm = jvmOptions.stream().map(" --jvm='%s'"::formatted).collect(Collectors.joining());
        String options =
                jvm + (quick ? " --quick" : "") + (baseline.isEmpty() ? "" : " --baseline " + baseline.getFirst());
        return "./weir compare%s --contenders %s --blocks %d%s"
                .formatted(loads.text(), ScenarioOptions.joined(all), rounds(), options);
    }
}
