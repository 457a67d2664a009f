package dev.weir.perf.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The append-only log of the attempts to run each trial. The first line has a digest of the plan and the environment;
 * older logs lack it. A trial adds a line when it begins, and a line with a digest of its files when it has ended. Each
 * line ends with a digest of itself and of the line before it, so that a changed or missing line is noticed.
 */
record Attempts(List<List<String>> lines) {
    static final Attempts NONE = new Attempts(List.of());
    static final String BEGAN = "began";
    static final String PLAN = "plan";
    private static final int TRIAL = 1;
    private static final int OUTCOME = 2;
    private static final int DIGEST = 3;

    static Attempts read(Path log) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        String before = "";
        for (String text : Files.exists(log) ? Files.readAllLines(log) : List.<String>of()) {
            List<String> line = List.of(text.split(" ", -1));
            if (line.size() != DIGEST + 1 || !line.get(DIGEST).equals(digest(before, line.subList(0, DIGEST)))) {
                throw new IOException(
                        "%s, line %d: it was changed, or a line before it is missing".formatted(log, lines.size() + 1));
            }
            lines.add(line);
            before = line.get(DIGEST);
        }
        return new Attempts(lines);
    }

    static void append(Path log, String trial, String outcome) throws IOException {
        List<List<String>> lines = read(log).lines;
        String before = lines.isEmpty() ? "" : lines.getLast().get(DIGEST);
        List<String> line =
                List.of(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), trial, outcome);
        String text = String.join(" ", line) + " " + digest(before, line) + "\n";
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String digest(String before, List<String> line) {
        return Environment.digest(before + " " + String.join(" ", line));
    }

    /**
     * Throws if the plan and the environment with this digest are not those with which the run began, or if a trial is
     * not in the plan.
     */
    void assertPlan(RunPlan plan, String digest) throws IOException {
        Set<String> known =
                plan.cases().stream().map(RunPlan.Case::name).collect(Collectors.toCollection(HashSet::new));
        known.add(PLAN);
        for (List<String> line : lines) {
            if (!known.contains(line.get(TRIAL))) {
                throw new IOException("attempts.log has the trial " + line.get(TRIAL) + ", but the plan does not");
            }
            if (line.get(TRIAL).equals(PLAN)
                    && !(line.equals(lines.getFirst()) && line.get(OUTCOME).equals(digest))) {
                throw new IOException("plan.json or env.json is not that with which the run began");
            }
        }
        for (int i = 0; i < plan.cases().size(); i++) {
            if (plan.cases().get(i).position() != i + 1) {
                throw new IOException("the plan lacks trial " + (i + 1));
            }
        }
    }

    /** Returns the log entries of a trial in order. Each is {@code began} or a digest of the trial's files. */
    List<String> of(RunPlan.Case trial) {
        return lines.stream()
                .filter(line -> line.get(TRIAL).equals(trial.name()))
                .map(line -> line.get(OUTCOME))
                .toList();
    }
}
