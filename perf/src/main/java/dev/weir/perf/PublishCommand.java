package dev.weir.perf;

import dev.weir.perf.ResultCommands.VerifyCommand;
import dev.weir.perf.report.Report;
import dev.weir.perf.report.Tables;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies the runs in docs/results, renders their reports again, and fills the tables of the documentation. */
@Command(
        name = "publish",
        description = "Fills the tables of README.md and docs with the figures of the runs in docs/results.")
final class PublishCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PROJECT",
            converter = Values.ExistingFolder.class,
            description = "folder of the checkout; default: this one",
            defaultValue = ".")
    private Path root = Path.of("");

    @Option(names = "--check", description = "writes nothing; fails if anything would change")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path plan : below("docs/results", "plan\\.json")) {
            wrong.addAll(run(plan.resolveSibling("")));
        }
        Tables tables = new Tables(root);
        for (Path document : documents()) {
            String filled = tables.filled(document);
            if (!filled.equals(Files.readString(document))) {
                if (check) {
                    wrong.add(document + " has tables that differ from the runs in docs/results");
                } else {
                    Files.writeString(document, filled);
                    System.out.println("Filled: " + document);
                }
            }
        }
        wrong.forEach(line -> System.out.println("WRONG: " + line));
        return wrong.isEmpty() ? 0 : Program.REFUTED;
    }

    private List<Path> documents() throws IOException {
        return Stream.concat(Stream.of(root.resolve("README.md")), below("docs", ".*\\.md").stream())
                .filter(file -> !file.startsWith(root.resolve("docs/results")))
                .toList();
    }

    private List<Path> below(String folder, String name) throws IOException {
        Path start = root.resolve(folder);
        try (Stream<Path> files = Files.isDirectory(start) ? Files.walk(start) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .sorted()
                    .toList();
        }
    }

    private List<String> run(Path folder) throws IOException {
        Path file = folder.resolve("results.json");
        if (check) {
            return VerifyCommand.verify(file);
        }
        Results computed = Archive.of(folder).results();
        List<String> wrong = Archive.Differences.between(file, computed);
        if (wrong.isEmpty()) {
            System.out.println("Report: " + Report.write(folder, computed));
        }
        return wrong;
    }
}
