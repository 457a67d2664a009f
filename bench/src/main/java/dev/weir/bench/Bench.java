package dev.weir.bench;

import dev.weir.perf.Program;
import dev.weir.perf.result.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
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

/**
 * The main class of {@code ./weir bench}. Runs the JMH benchmarks of this package. JMH starts new JVMs with the Java
 * and class path of this process.
 */
@Command(
        name = "weir bench",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        description = "Measures what one rate-limit decision costs in Weir and in libraries (JMH).")
public final class Bench implements Callable<Integer> {
    private static final int[] THREADS = {1, 2};

    private static final List<Class<?>> BENCHMARKS = List.of(ThrottleBenchmark.class, TokenBucketBenchmark.class);

    private record Length(int forks, int warmUps, int measurements, int millis) {
        static final Length QUICK = new Length(1, 2, 4, 400);
        static final Length FULL = new Length(3, 2, 3, 1_000);
    }

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder of bench.md and bench.json")
    private Path out = Path.of("");

    @Option(names = "--quick", description = "one short fork of each: rough figures in about 3 minutes instead of 15")
    private boolean quick;

    public static void main(String[] arguments) {
        Program.run(new Bench(), arguments);
    }

    @Override
    public Integer call() throws IOException, RunnerException {
        Environment environment = Environment.capture(false, Map.of());
        Files.createDirectories(out);
        List<RunResult> results = new ArrayList<>();
        Map<Integer, String> tables = new TreeMap<>();
        for (int threads : THREADS) {
            List<RunResult> found = new ArrayList<>();
            for (Class<?> benchmark : BENCHMARKS) {
                System.out.printf("%s, threads: %d%n", benchmark.getSimpleName(), threads);
                String name = "%s-%d.log".formatted(benchmark.getSimpleName(), threads);
                found.addAll(run(options(benchmark, threads), out.resolve(name)));
            }
            tables.put(threads, table(found));
            System.out.println(tables.get(threads));
            results.addAll(found);
        }
        Path json = out.resolve("bench.json");
        ResultFormatFactory.getInstance(ResultFormatType.JSON, json.toString()).writeOut(results);
        Path report = out.resolve("bench.md");
        String command = "./weir bench " + (quick ? "--quick " : "") + "--out DIR";
        Files.writeString(report, BenchReport.of(command, environment, tables));
        System.out.println("Report: " + report);
        return 0;
    }

    private static String table(List<RunResult> found) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.TEXT, out).writeOut(found);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Runs a benchmark. JMH's output goes to the file {@code log}. */
    private static Collection<RunResult> run(ChainedOptionsBuilder options, Path log) throws RunnerException {
        try {
            return new Runner(options.output(log.toString()).build()).run();
        } catch (RunnerException e) {
            throw new RunnerException("a benchmark failed, see " + log, e);
        }
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
                // Allows JMH's use of sun.misc.Unsafe. Newer JDKs would otherwise print warnings.
                .jvmArgs("-XX:+UseSerialGC", "-Xms512m", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow");
    }

    private static String[] limiters(int threads) {
        return Arrays.stream(LimiterType.values())
                .filter(limiter -> threads == 1 || limiter.shareable())
                .map(LimiterType::name)
                .toArray(String[]::new);
    }
}
