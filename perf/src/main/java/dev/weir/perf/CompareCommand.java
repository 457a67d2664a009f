package dev.weir.perf;

import dev.weir.perf.load.ExpectedBody;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Measured;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a scenario on every contender, in blocks of random order, and writes the report. */
@Command(name = "compare", description = "Runs a scenario on every contender.", mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    private static final int QUICK_BLOCKS = 1;
    private static final int FULL_BLOCKS = 10;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--quick", description = "one block: a look, without intervals")
    private boolean quick;

    @Option(names = "--blocks", description = "trials of each contender; default: 1 when quick, else 10")
    private int blocks;

    @Option(names = "--scenario", description = "default: ${DEFAULT-VALUE}", defaultValue = "S1")
    private Scenario scenario = Scenario.S1;

    @Option(names = "--contenders", split = ",", description = "default: all")
    private List<Contender> contenders = List.of(Contender.values());

    @Override
    public Integer call() throws IOException, InterruptedException {
        int rounds = blocks > 0 ? blocks : quick ? QUICK_BLOCKS : FULL_BLOCKS;
        List<Contender> order = Scenario.order(contenders, rounds, common.seed);
        Plan plan = common.plan(scenario.id() + ": " + scenario.question(), options(rounds), order, choices(rounds));
        Run.print(plan, System.out);

        Environment environment = Environment.capture(Cores.pinGenerator());
        List<Trial> trials = run(order);
        Results results = Results.of(plan, environment, trials, List.of());
        Path directory = common.out.toAbsolutePath().normalize();
        results.write(directory.resolve("results.json"));
        System.out.println("Report: " + Report.write(directory, "report", results));
        return results.allValid() ? 0 : Perf.INVALID;
    }

    private List<Trial> run(List<Contender> order) throws IOException, InterruptedException {
        List<Duration> planned = order.stream().map(scenario::planned).toList();
        List<Trial> trials = new ArrayList<>();
        Workspace workspace = Workspace.open(common.out);
        ExpectedBody body = workspace.serve(DownloadTrial.FILE, scenario.fileBytes());
        Progress progress = Progress.of(System.out, planned);
        Run run = new Run(workspace, common.jars, progress);
        for (Contender contender : order) {
            Trial trial = new DownloadTrial(run, scenario, body)
                    .run(contender, trials.size() / contenders.size() + 1, trials.size() + 1);
            trials.add(trial);
            progress.over(outcome(trial));
        }
        return trials;
    }

    private static String outcome(Trial trial) {
        Measured measured = trial.measured();
        String figures = measured == null
                ? ""
                : "response %.3f s, wait %.3f s"
                        .formatted(
                                measured.responseTime().meanSeconds(),
                                measured.waitTime().meanSeconds());
        return trial.valid() ? figures : figures + " INVALID: " + String.join("; ", trial.faults());
    }

    private String options(int rounds) {
        String labels = contenders.stream().map(Contender::label).collect(Collectors.joining(","));
        return "compare --scenario " + scenario.id() + " --contenders " + labels + " --blocks " + rounds;
    }

    private List<String> choices(int rounds) {
        return Choices.of(scenario, rounds);
    }
}
