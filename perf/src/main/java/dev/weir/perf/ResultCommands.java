package dev.weir.perf;

import dev.weir.perf.report.CheckReport;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Regressions;
import dev.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that read the results of finished runs: {@code verify} and {@code diff}. */
public final class ResultCommands {
    @Command(
            name = "verify",
            description = "Recomputes every figure from the trials' files; fails if one differs or is missing.")
    public static class VerifyCommand implements Callable<Integer> {
        private static final int MOST_LINES = 20;

        @Parameters(
                paramLabel = "RESULTS.json",
                converter = Values.ExistingFile.class,
                description = "or storms.json, cluster.json, stall.json, crosscheck.json")
        private Path file = Path.of("");

        @Override
        public Integer call() throws IOException {
            List<String> wrong = new ArrayList<>();
            try {
                wrong.addAll(file.endsWith("results.json") ? verify(file) : CheckReport.verify(file, this::again));
            } catch (IOException | IllegalArgumentException e) {
                wrong.add(String.valueOf(e.getMessage()));
            }
            wrong.stream().limit(MOST_LINES).forEach(line -> System.out.println("WRONG: " + line));
            System.out.println(
                    wrong.isEmpty() ? "Every figure follows from the trials' files." : wrong.size() + " differences");
            return wrong.isEmpty() ? 0 : Program.REFUTED;
        }

        /** Recomputes the checks of report {@code name}. May throw IllegalArgumentException for a malformed report. */
        protected List<Checks.Found> again(String name, List<Checks.Found> written) {
            return written.stream().map(Checks.Found::again).toList();
        }

        /** Recomputes a run's figures and reports from its raw measurements. Returns each difference as a text. */
        static List<String> verify(Path file) throws IOException {
            Path directory = file.toAbsolutePath().normalize().resolveSibling("");
            Results computed = Archive.of(directory).results();
            List<String> wrong = Archive.Differences.between(file, computed);
            return wrong.isEmpty() ? Report.differences(directory, computed) : wrong;
        }
    }

    @Command(
            name = "diff",
            description = "Divides a later run's costs by an earlier's; fails above 1.05, on missed targets,"
                    + " or on unlike runs.")
    static final class DiffCommand implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "A.json", converter = Values.ExistingFile.class)
        private Path before = Path.of("");

        @Parameters(index = "1", paramLabel = "B.json", converter = Values.ExistingFile.class)
        private Path after = Path.of("");

        @Override
        public Integer call() throws IOException {
            Regressions regressions = new Regressions(Results.read(before), Results.read(after));
            List<Regressions.Change> changes = regressions.changes();
            List<String> missed = regressions.missed();
            List<String> obstacles = regressions.obstacles();
            changes.forEach(change -> System.out.println(change.text()));
            missed.forEach(requirement -> System.out.println("REGRESSION " + requirement));
            obstacles.forEach(obstacle -> System.out.println("NOT COMPARABLE " + obstacle));
            if (!missed.isEmpty() || changes.stream().anyMatch(Regressions.Change::isRegression)) {
                return Program.REFUTED;
            }
            boolean undecided = changes.stream().anyMatch(Regressions.Change::isUndecided);
            return changes.isEmpty() || undecided || !obstacles.isEmpty() ? Program.INVALID : 0;
        }
    }
}
