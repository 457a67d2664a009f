package dev.weir.perf.site;

import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Everything that a run of checks found: written as JSON, with every value behind it, and as tables for a reader. */
public record CheckReport(String title, Environment environment, String loadAverageAfter, List<Findings.Found> all) {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** What was found until now. */
    public static CheckReport of(String title, Environment environment, List<Findings.Found> all) {
        return new CheckReport(title, environment, Host.loadAverage(), List.copyOf(all));
    }

    /** Writes {@code NAME.json} and {@code NAME.md}; whether every figure keeps its bounds and nobody met an error. */
    public boolean write(Path directory, String name) throws IOException {
        Files.writeString(directory.resolve(name + ".json"), MAPPER.writeValueAsString(this) + "\n");
        Files.writeString(directory.resolve(name + ".md"), markdown());
        System.out.println(markdown());
        System.out.println("Written: " + directory.resolve(name + ".json") + " and .md");
        return met();
    }

    /**
     * Computes every verdict again from the figures, and every percentile from the values behind it.
     *
     * @param file the JSON of a report
     * @return one line for each place where the report differs from what follows from it
     */
    public static List<String> verify(Path file) throws IOException {
        CheckReport written = Archive.read(file, CheckReport.class);
        CheckReport again = new CheckReport(
                written.title,
                written.environment,
                written.loadAverageAfter,
                written.all.stream().map(Findings.Found::again).toList());
        List<String> wrong = new ArrayList<>(Archive.Differences.between(file, again));
        Path page = file.resolveSibling(file.getFileName().toString().replaceAll("json$", "md"));
        if (!Files.exists(page) || !Files.readString(page).equals(again.markdown())) {
            wrong.add(page + " is not what the figures make");
        }
        return wrong;
    }

    private boolean met() {
        return all.stream().allMatch(Findings.Found::met);
    }

    private String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title);
        lines.add("%s, %s, commit `%s`; load average %s before, %s after; %s. %s"
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.commit(),
                        environment.loadAverage(),
                        loadAverageAfter,
                        environment.pinned()
                                ? "once warm the server is on core 0 and the generator on core 1"
                                : "nothing is pinned",
                        met() ? "Every target is met." : "**Not every target is met.**"));
        String part = "";
        for (Findings.Found found : all) {
            if (!found.part().equals(part)) {
                part = found.part();
                lines.add("## " + found.title());
                lines.add(found.description());
            }
            lines.add(found.markdown());
        }
        return lines.stream().collect(Collectors.joining("\n\n", "", "\n"));
    }
}
