package dev.weir.perf;

import dev.weir.perf.load.ExpectedBody;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.RateMeasured;
import dev.weir.perf.result.RateTrial;
import dev.weir.perf.result.Results;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures at the wire whether every client gets its rate, and not more by opening more connections. */
@Command(
        name = "rate",
        description = "Measures rates at the wire (contract T02, T03, T07).",
        mixinStandardHelpOptions = true)
final class RateCommand implements Callable<Integer> {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--downloads", split = ",", description = "numbers of downloads at once; default: 100,1000")
    private List<Integer> downloads = List.of(100, 1000);

    @Option(names = "--contenders", split = ",", description = "default: reactive,async,virtual,blocking")
    private List<Contender> contenders =
            List.of(Contender.REACTIVE, Contender.ASYNC, Contender.VIRTUAL, Contender.BLOCKING);

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Rates.Pair> order = Rates.Pair.all(contenders, downloads, new Random(common.seed));
        Plan plan = common.plan("Rates at the wire", options(), order, Choices.ofRates());
        Run.print(plan, System.out);

        Environment environment = Environment.capture(Cores.pinGenerator());
        List<RateTrial> trials = run(order);
        Results results = Results.of(plan, environment, List.of(), trials);
        Path directory = common.out.toAbsolutePath().normalize();
        results.write(directory.resolve("rate.json"));
        System.out.println("Report: " + Report.write(directory, "rate", results));
        return results.allValid() ? 0 : Perf.INVALID;
    }

    private List<RateTrial> run(List<Rates.Pair> order) throws IOException, InterruptedException {
        List<Duration> planned =
                order.stream().map(pair -> pair.rates().planned()).toList();
        List<RateTrial> trials = new ArrayList<>();
        Workspace workspace = Workspace.open(common.out);
        ExpectedBody body = workspace.serve(SteadyTrial.FILE, Rates.FILE_BYTES);
        Progress progress = Progress.of(System.out, planned);
        Run run = new Run(workspace, common.jars, progress);
        for (Rates.Pair pair : order) {
            RateTrial trial = new SteadyTrial(run, pair.rates(), body).run(pair.contender(), trials.size() + 1);
            trials.add(trial);
            progress.over(outcome(trial));
        }
        return trials;
    }

    private static String outcome(RateTrial trial) {
        RateMeasured measured = trial.measured();
        String figures = measured == null
                ? ""
                : "%d downloads, worst %+.2f %%".formatted(trial.downloads(), measured.worstError() * 100);
        return trial.valid() ? figures : figures + " INVALID: " + String.join("; ", trial.faults());
    }

    private String options() {
        return "rate --downloads %s --contenders %s"
                .formatted(
                        downloads.stream().map(String::valueOf).collect(Collectors.joining(",")),
                        contenders.stream().map(Contender::label).collect(Collectors.joining(",")));
    }
}
