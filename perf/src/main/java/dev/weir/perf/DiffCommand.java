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
        List<Regressions.Change> changes = Regressions.between(Results.read(before), Results.read(after));
        changes.forEach(change -> System.out.println(change.text()));
        if (changes.isEmpty()) {
            System.out.println("The two have no load and contender in common, or too few blocks.");
            return Perf.INVALID;
        }
        return changes.stream().anyMatch(Regressions.Change::isRegression) ? Perf.REFUTED : 0;
    }
}
