package dev.weir.perf;

import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.PlainGets;
import dev.weir.perf.scenario.Scenario;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Nginx;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that run trials. */
final class TrialCommands {
    private TrialCommands() {}

    /** Runs scenarios on contenders in blocks of random order, and writes the report. */
    @Command(name = "compare", description = "Compares contenders under scenarios.", mixinStandardHelpOptions = true)
    static final class CompareCommand implements Callable<Integer> {
        private static final int QUICK_BLOCKS = 1;
        private static final int FULL_BLOCKS = 10;
        private static final int QUICK_CYCLES = 4;
        private static final int FULL_CYCLES = 12;

        /** The contenders of both styles, by the label of the tuned one. */
        private static final List<String> OF_BOTH_STYLES =
                List.of("reactive", "async", "virtual", "blocking", "blocking-many");

        @Mixin
        private final RunOptions options = new RunOptions();

        @Mixin
        private final ScenarioOptions loads = new ScenarioOptions();

        @Option(names = "--quick", description = "one block and a short warm-up, without intervals")
        private boolean quick;

        @Option(names = "--blocks", description = "trials of each contender and load; default: 1 when quick, else 10")
        private int blocks;

        @Option(
                names = "--contenders",
                split = ",",
                description = "default: all, with nginx, nchan or stock if it serves the scenario")
        private List<Entrant> entrants = List.of();

        @Option(
                names = "--baseline",
                description =
                        "of the ratios; default: nginx, nchan or stock if it takes part, else the first contender")
        private @Nullable Entrant baseline;

        @Option(
                names = "--jvm",
                paramLabel = "OPTION",
                description = "an option such as -Xmx4g for every server's JVM, after the usual ones; may be repeated;"
                        + " another collector needs --jvm=-XX:-UseG1GC before it")
        private List<String> jvmOptions = List.of();

        @Override
        public Integer call() throws IOException, InterruptedException {
            loads.resolve(!entrants.isEmpty());
            entrants = entrants.isEmpty() ? usual() : entrants;
            blocks = blocks > 0 ? blocks : quick ? QUICK_BLOCKS : FULL_BLOCKS;
            int cycles = quick ? QUICK_CYCLES : FULL_CYCLES;
            Experiment experiment = new Experiment(
                    loads.scenarios(0, cycles).stream()
                            .map(Scenario::description)
                            .map(scenario -> scenario.id() + ": " + scenario.question())
                            .distinct()
                            .collect(Collectors.joining(" ")),
                    options.command(),
                    blocks,
                    entrants,
                    baseline == null ? usualBaseline(entrants) : baseline,
                    loads.cores(),
                    jvmOptions,
                    seed -> loads.scenarios(seed, cycles));
            return Campaign.run(options, experiment).allValid() ? 0 : Perf.INVALID;
        }

        /** The contenders that can serve every chosen scenario; a quick comparison has no idiomatic ones. */
        List<Entrant> usual() {
            List<String> labels;
            if (loads.has("S1")) {
                labels = List.of("blocking", "blocking-many", "reactive", "async", "virtual");
            } else if (loads.has("S6")) {
                labels = List.of("stock", "reactive", "reactive-ec", "async", "virtual", "blocking");
            } else if (loads.hasEvents()) {
                labels = List.of("nchan", "reactive", "async", "virtual", "blocking", "sleeping");
            } else {
                labels = List.of("nginx", "reactive", "async", "virtual", "blocking-many");
            }
            return labels.stream()
                    .flatMap(label -> quick || !OF_BOTH_STYLES.contains(label)
                            ? Stream.of(label)
                            : Stream.of(label, label + "-idiomatic"))
                    .filter(label -> !label.equals("nginx") || nginxServesIt())
                    .filter(label -> !label.equals("nchan") || Nginx.hasNchan())
                    .filter(label -> !label.equals("sleeping") || loads.isOnly("S2"))
                    .map(Entrant::of)
                    .toList();
        }

        /** nginx limits single connections, so it has no global limit to halve. */
        private boolean nginxServesIt() {
            return Nginx.installed().isPresent() && !loads.isHalf();
        }

        static Entrant usualBaseline(List<Entrant> all) {
            return all.stream()
                    .filter(entrant -> entrant.contender().isPeer())
                    .findFirst()
                    .orElse(all.getFirst());
        }
    }

    /**
     * Measures differences that are known: equal servers, and servers with a planted fault, in random order.
     */
    @Command(
            name = "controls",
            description = "Measures A/A pairs and planted faults: are the faults found, and nothing else?",
            mixinStandardHelpOptions = true)
    static final class ControlsCommand implements Callable<Integer> {
        private static final int CYCLES = 12;
        private static final int SECONDS = 11;
        private static final List<String> PLANTED = List.of("+10%cpu", "+5%alloc", "+0ms", "+5ms");

        @Mixin
        private final RunOptions options = new RunOptions();

        @Option(
                names = "--blocks",
                description = "trials of each contender; default: ${DEFAULT-VALUE}",
                defaultValue = "10")
        private int blocks;

        /** The default varies least between processes, since HotSpot compiles it most alike. */
        @Option(names = "--contender", description = "default: ${DEFAULT-VALUE}", defaultValue = "reactive")
        private Contender contender = Contender.REACTIVE;

        @Option(names = "--pairs", description = "A/A pairs; default: ${DEFAULT-VALUE}", defaultValue = "4")
        private int pairs;

        @Option(names = "--requests", description = "per second; default: ${DEFAULT-VALUE}", defaultValue = "1000")
        private int requests;

        @Override
        public Integer call() throws IOException, InterruptedException {
            String label = contender.label();
            List<Entrant> entrants = Stream.concat(
                            IntStream.rangeClosed(1, 2 * pairs).mapToObj(i -> i == 1 ? label : label + "#" + i),
                            PLANTED.stream().map(twist -> label + twist))
                    .map(Entrant::of)
                    .toList();
            Experiment experiment = new Experiment(
                    "Controls: does the measurement find planted faults, and nothing else?",
                    options.command(),
                    blocks,
                    entrants,
                    entrants.getFirst(),
                    Cores.APART,
                    List.of(),
                    seed -> List.of(new PlainGets(requests, SECONDS, CYCLES, seed)));
            Results results = Campaign.run(options, experiment);
            List<Controls.Control> controls = results.controls();
            controls.forEach(control -> System.out.println(control.text()));
            boolean found = controls.stream().allMatch(Controls.Control::met);
            return found ? results.allValid() ? 0 : Perf.INVALID : Perf.REFUTED;
        }
    }
}
