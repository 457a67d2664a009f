package dev.weir.perf.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Says a line for each trial where JMH says fifty: how far the run is, which one ended, what it found. */
final class OneLineFormat implements OutputFormat {
    private static final String PROGRESS = "# Run progress: ";

    private final PrintStream out;
    /** All that JMH and the fork said about the trial that runs, for when it fails. */
    private final StringBuilder said = new StringBuilder();

    private String progress = "";

    OneLineFormat(PrintStream out) {
        this.out = out;
    }

    /** What the trial said that ran last. */
    String said() {
        return said.toString();
    }

    @Override
    public void startBenchmark(BenchmarkParams trial) {
        said.setLength(0);
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        BenchmarkParams trial = result.getParams();
        Stream<String> name = Stream.of(trial.getBenchmark().replaceFirst(".*\\.(?=[^.]*\\.[^.]*$)", ""));
        Stream<String> contender = trial.getParamsKeys().stream().map(trial::getParam);
        out.printf(
                "[%s] %s: %.1f %s%n",
                progress,
                Stream.concat(name, contender).collect(Collectors.joining(" ")),
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreUnit());
    }

    @Override
    public void println(String line) {
        if (line.startsWith(PROGRESS)) {
            progress = line.substring(PROGRESS.length());
        }
        said.append(line).append('\n');
    }

    @Override
    public void print(String text) {
        said.append(text);
    }

    @Override
    public void write(int character) {
        said.append((char) character);
    }

    @Override
    public void write(byte[] text) {
        said.append(new String(text, StandardCharsets.UTF_8));
    }

    @Override
    public void verbosePrintln(String line) {}

    @Override
    public void iteration(BenchmarkParams trial, IterationParams iteration, int number) {}

    @Override
    public void iterationResult(BenchmarkParams trial, IterationParams iteration, int number, IterationResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
