package dev.weir.perf.bench;

import dev.weir.perf.report.BenchReport;
import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures single decisions with JMH. Each trial runs in a JVM of its own, with this Java and class path. */
@Command(name = "bench", description = "Measures what one throttling decision costs, beside the libraries (JMH).")
public final class BenchCommand implements Callable<Integer> {
    private static final int[] THREADS = {1, 2};

    private static final List<Class<?>> BENCHMARKS =
            List.of(ClockBenchmark.class, ThrottleBenchmark.class, TokenBucketBenchmark.class);

    /** The length of a trial; {@code millis} is that of each warm-up and each measurement. */
    private record Length(int forks, int warmUps, int measurements, int millis) {
        static final Length QUICK = new Length(1, 2, 4, 400);
        static final Length FULL = new Length(3, 2, 3, 1_000);
    }

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of bench.md and bench.json")
    private Path out = Path.of("");

    @Option(names = "--quick", description = "one short fork of each: a look, in about 3 minutes instead of 15")
    private boolean quick;

    private int run;

    @Override
    public Integer call() throws IOException, RunnerException {
        Environment environment = Environment.capture(false, Map.of());
        Files.createDirectories(out);
        List<RunResult> results = new ArrayList<>();
        int runs = THREADS.length * BENCHMARKS.size();
        for (int threads : THREADS) {
            for (Class<?> benchmark : BENCHMARKS) {
                String name = "%s-%d".formatted(benchmark.getSimpleName(), threads);
                System.out.printf("[%d/%d] %s, threads: %d%n", ++run, runs, benchmark.getSimpleName(), threads);
                Collection<RunResult> found = run(options(benchmark, threads), out.resolve(name + ".log"));
                found.forEach(BenchCommand::say);
                results.addAll(found);
            }
        }
        Path json = out.resolve("bench.json");
        ResultFormatFactory.getInstance(ResultFormatType.JSON, json.toString()).writeOut(results);
        Path report = out.resolve("bench.md");
        String command = "./weir bench " + (quick ? "--quick " : "") + "--out DIR";
        Files.writeString(report, BenchReport.of(command, environment, Files.readString(json)));
        System.out.println("Report: " + report);
        return 0;
    }

    /** Runs a benchmark. Its output goes to a file, since it has fifty lines a trial. */
    private static Collection<RunResult> run(ChainedOptionsBuilder options, Path log) throws RunnerException {
        try {
            return new Runner(options.output(log.toString()).build()).run();
        } catch (RunnerException e) {
            throw new RunnerException("a benchmark failed, see " + log, e);
        }
    }

    private static void say(RunResult found) {
        String parameters = found.getParams().getParamsKeys().stream()
                .map(found.getParams()::getParam)
                .collect(Collectors.joining(" "));
        System.out.printf(
                "    %s: %.1f %s%n",
                parameters,
                found.getPrimaryResult().getScore(),
                found.getPrimaryResult().getScoreUnit());
    }

    private ChainedOptionsBuilder options(Class<?> benchmark, int threads) {
        Length length = quick ? Length.QUICK : Length.FULL;
        TimeValue time = TimeValue.milliseconds(length.millis);
        return new OptionsBuilder()
                .include(Pattern.quote(benchmark.getName()))
                .param("limiter", limiters(threads))
                .threads(threads)
                .forks(length.forks)
                .warmupIterations(length.warmUps)
                .warmupTime(time)
                .measurementIterations(length.measurements)
                .measurementTime(time)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                // JMH uses methods that newer JDKs warn of.
                .jvmArgs("-XX:+UseSerialGC", "-Xms512m", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow");
    }

    private static String[] limiters(int threads) {
        return Arrays.stream(LimiterType.values())
                .filter(limiter -> threads == 1 || limiter.shareable())
                .map(LimiterType::name)
                .toArray(String[]::new);
    }
}
