package dev.weir.perf;

import dev.weir.perf.result.Regressions;
import dev.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares two runs of the same loads: whatever the second one needs more of. */
@Command(
        name = "diff",
        description = "Compares two runs; fails when the second is dearer and the ratio's interval lies above 1.05.",
        mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.json")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "B.json")
    private Path after = Path.of("");

    @Override
    public Integer call() throws IOException {
        Results first = Results.read(before);
        Results second = Results.read(after);
        List<Regressions.Change> changes = Regressions.between(first, second);
        List<String> missing = Regressions.missing(first, second);
        changes.forEach(change -> System.out.println(change.text()));
        missing.forEach(
                subject -> System.out.println("NOT COMPARED " + subject + ": missing, or too few valid blocks"));
        if (changes.stream().anyMatch(Regressions.Change::isRegression)) {
            return Perf.REFUTED;
        }
        return changes.isEmpty() || !missing.isEmpty() ? Perf.INVALID : 0;
    }
}
