package dev.weir.perf;

import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.server.Nginx;
import dev.weir.perf.trial.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "compare", description = "Compares the costs of several servers under the same load.")
final class CompareCommand implements Callable<Integer> {
    private static final List<String> OF_BOTH_STYLES =
            List.of("reactive", "async", "virtual", "blocking", "blocking-many");

    @Mixin
    private final RunOptions options = new RunOptions();

    @Mixin
    private final ScenarioOptions loads = new ScenarioOptions();

    @Option(
            names = "--quick",
            description = "one trial each after a short warm-up; no confidence intervals, no planted faults")
    private boolean quick;

    @Option(names = "--smoke", description = "each scenario once, on one server; takes no other options but folders")
    private boolean smoke;

    @Option(
            names = "--full",
            description =
                    "all that is published, in subfolders of DIR, for many hours; takes no other options but folders")
    private boolean full;

    @Option(names = "--blocks", description = "trials per contender and load; default: 1 if quick, else 10")
    private int blocks;

    @Option(names = "--contenders", split = ",", paramLabel = "NAME", description = "default: all for the scenario")
    private List<Entrant> entrants = List.of();

    @Mixin
    private final JoinOptions joined = new JoinOptions();

    @Option(names = "--baseline", description = "of the ratios; default: another project's server, else the first")
    private @Nullable String baseline;

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "an option such as -Xmx4g for every server's JVM, after the usual ones; may be repeated;"
                    + " another collector needs --jvm=-XX:-UseG1GC before it")
    private List<String> jvmOptions = List.of();

    @Option(names = "--watch", description = "shows the run on a local page while it goes on")
    private boolean watch;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (smoke || full) {
            String name = smoke ? "smoke" : "full";
            options.allow("--" + name);
            return Profile.of(name).run(options);
        }
        loads.resolve(!entrants.isEmpty());
        entrants = joined.after(entrants.isEmpty() ? usual() : entrants);
        entrants.forEach(entrant -> loads.require(entrant.contender()));
        Optional<Contender> control = control();
        blocks = blocks > 0 ? blocks : quick ? 1 : 10;
        int cycles = quick ? 4 : 12;
        Experiment experiment = new Experiment(
                loads.scenarios(0, cycles).stream()
                        .map(Scenario::description)
                        .map(scenario -> scenario.id() + ": " + scenario.question())
                        .distinct()
                        .collect(Collectors.joining(" ")),
                options.command(),
                blocks,
                Stream.concat(entrants.stream(), control.stream().flatMap(this::twins))
                        .distinct()
                        .toList(),
                baseline == null ? usualBaseline(entrants) : joined.entrant(baseline),
                loads.cores(),
                jvmOptions,
                joined.servers,
                seed -> loads.scenarios(seed, cycles),
                control.filter(contender -> !contender.sleeps())
                        .map(Experiment::plantedIn)
                        .orElse(Map.of()));
        entrants.forEach(options::require);
        try (RunPage _ = watch ? RunPage.open(options.jars, options.out) : null) {
            return Campaign.exitCode(options, experiment);
        }
    }

    /** Chooses the server whose {@link #twins} also run, as a test of the measurement. Empty for a quick run. */
    Optional<Contender> control() {
        return entrants.stream()
                .map(Entrant::contender)
                .filter(contender -> !quick && !contender.isPeer())
                .filter(contender -> !contender.sleeps() || loads.ids.equals(List.of("S9s")))
                .findFirst();
    }

    /** Returns the server and an equal copy. If a scenario measures CPU time or allocation, adds a costlier copy. */
    Stream<Entrant> twins(Contender contender) {
        boolean none = List.of("S3", "S9", "S9s", "memory").containsAll(loads.ids);
        String planted = none ? "" : loads.ids.equals(List.of("S8")) ? "+5%alloc" : "+10%cpu";
        return Stream.of("", "#2", planted).map(twist -> Entrant.of(contender + twist));
    }

    List<Entrant> usual() {
        List<String> labels = switch (loads.ids.getFirst()) {
            case "S1" -> List.of("blocking", "blocking-many", "reactive", "async", "virtual");
            case "S4" -> List.of("reactive", "async", "virtual", "blocking");
            case "S6" -> List.of("stock", "reactive", "reactive-ec", "async", "virtual", "blocking");
            case "S7", "S8" -> OF_BOTH_STYLES;
            case "S9" -> List.of("reactive", "reactive@aot", "async", "async@aot", "virtual", "virtual@aot");
            case "S9s" -> List.of("sleeping", "sleeping-virtual", "sleeping-synchronized");
            case "S2", "S2x", "S3" -> List.of("nchan", "reactive", "async", "virtual", "blocking", "sleeping");
            default -> List.of("nginx", "reactive", "async", "virtual", "blocking-many");
        };
        return labels.stream()
                .flatMap(label -> quick || !OF_BOTH_STYLES.contains(label)
                        ? Stream.of(label)
                        : Stream.of(label, label + "-idiomatic"))
                // nginx limits single connections, so it cannot serve a load with a global limit.
                .filter(label -> !label.equals("nginx") || (Nginx.installed().isPresent() && !loads.half))
                .filter(label -> !label.equals("nchan") || Nginx.hasNchan())
                .filter(label ->
                        !label.equals("sleeping") || List.of("S2", "S9s").containsAll(loads.ids))
                .map(Entrant::of)
                .toList();
    }

    static Entrant usualBaseline(List<Entrant> all) {
        return all.stream()
                .filter(entrant -> entrant.contender().isPeer())
                .findFirst()
                .orElse(all.getFirst());
    }
}
