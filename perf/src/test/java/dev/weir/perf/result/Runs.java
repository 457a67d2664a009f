package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Creates runs without measuring anything. All contenders have the same load. Each is compared with the first. */
public final class Runs {
    public static final Environment ENVIRONMENT = new Environment(
            Instant.EPOCH, "c0ffee", "some JDK", "some Netty", true, "0.10", Map.of(), Map.of("cpu", "some cpu"));
    private static final String LOAD = "1,000 requests/s";
    private static final double CPU_SECONDS = 0.2;
    private static final double ALLOCATED_BYTES = 1e6;
    private static final double NOISE = 0.02;

    private Runs() {}

    public static RunPlan plan(int blocks, String... contenders) {
        return plan("S5", blocks, contenders);
    }

    public static RunPlan plan(String scenario, int blocks, String... contenders) {
        List<RunPlan.Case> cases = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (String contender : contenders) {
                cases.add(new RunPlan.Case(cases.size() + 1, block, scenario, LOAD, contender));
            }
        }
        Map<String, String> baselines = new LinkedHashMap<>();
        for (int i = 1; i < contenders.length; i++) {
            baselines.put(contenders[i], contenders[0]);
        }
        return new RunPlan("Who waits?", "./weir compare --seed 7", 7, baselines, cases, List.of("A choice."));
    }

    /**
     * Creates a valid trial with some random noise. Multiplies the usual CPU time by {@code cpu}, and the usual
     * allocation by {@code allocated}.
     */
    public static Evidence trial(RunPlan.Case planned, double cpu, double allocated) {
        SplittableRandom ofBlock = new SplittableRandom(planned.block());
        SplittableRandom own = new SplittableRandom(planned.position() * 1000L);
        double slow = 1 + NOISE * ofBlock.nextDouble();
        Example trial = Example.of(planned);
        double marginal = 0;
        for (int second = 0; second < 5; second++) {
            double noise = slow * (1 + NOISE * own.nextDouble());
            marginal += cpu * CPU_SECONDS * noise / 5000;
            trial.slice(1000, cpu * CPU_SECONDS * noise, allocated * ALLOCATED_BYTES * noise);
        }
        double fixed = 10 * marginal;
        return trial.series(Raw.Series.UNITS, 1000, 250, 500, 750)
                .series(
                        Raw.Series.CPU_SECONDS,
                        fixed + 1000 * marginal,
                        fixed + 250 * marginal,
                        fixed + 500 * marginal,
                        fixed + 750 * marginal)
                .value(Value.WINDOW_SECONDS, 5)
                .value(Value.SWITCHES, 5000 * slow)
                .histogram(Evidence.Tag.RESPONSE, 400, 500, 600, 700 + planned.position())
                .histogram(Evidence.Tag.LAG, 20, 30, 40)
                .evidence();
    }

    public static Evidence usual(RunPlan.Case planned) {
        return trial(planned, 1, 1);
    }

    public static Results results(RunPlan plan, Function<RunPlan.Case, Evidence> trial) {
        return results(ENVIRONMENT, plan, trial);
    }

    static Results results(Environment environment, RunPlan plan, Function<RunPlan.Case, Evidence> trial) {
        return Results.of(plan, environment, plan.cases().stream().map(trial).toList(), Attempts.NONE);
    }

    /** Writes the files of a run to a folder, except the results and the report. */
    public static Archive archive(Path folder, RunPlan plan, Function<RunPlan.Case, Evidence> trial)
            throws IOException {
        Archive archive = Archive.of(folder);
        archive.register(plan, ENVIRONMENT);
        for (RunPlan.Case planned : plan.cases()) {
            archive.begin(planned);
            archive.keep(trial.apply(planned));
        }
        return archive;
    }
}
