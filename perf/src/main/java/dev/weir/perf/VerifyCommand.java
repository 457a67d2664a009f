package dev.weir.perf;

import dev.weir.perf.report.Report;
import dev.weir.perf.result.Archive;
import dev.weir.perf.site.CheckReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Computes every figure of a run again from what its trials left, and compares. */
@Command(
        name = "verify",
        description = "Computes every figure again from the trials' files; fails when one differs or is missing.",
        mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
    private static final int MOST_LINES = 20;

    @Parameters(paramLabel = "RESULTS.json", description = "or storms.json, stall.json, crosscheck.json")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        List<String> wrong = new ArrayList<>();
        try {
            wrong.addAll(file.endsWith("results.json") ? verify(file) : CheckReport.verify(file));
        } catch (IOException e) {
            wrong.add(String.valueOf(e.getMessage()));
        }
        wrong.stream().limit(MOST_LINES).forEach(line -> System.out.println("WRONG: " + line));
        System.out.println(
                wrong.isEmpty() ? "Every figure follows from the trials' files." : wrong.size() + " differences");
        return wrong.isEmpty() ? 0 : Perf.REFUTED;
    }

    private static List<String> verify(Path file) throws IOException {
        Path directory = file.toAbsolutePath().normalize().resolveSibling("");
        Archive archive = Archive.of(directory);
        List<String> wrong = new ArrayList<>(Archive.Differences.between(file, archive.results()));
        if (!wrong.isEmpty()) {
            return wrong;
        }
        for (var page : Report.pages("report", archive.results()).entrySet()) {
            Path written = directory.resolve(page.getKey());
            if (!Files.exists(written) || !Files.readString(written).equals(page.getValue())) {
                wrong.add(written + " is not what the results make");
            }
        }
        return wrong;
    }
}
