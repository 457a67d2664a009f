package dev.weir.watch.run;

import dev.weir.events.EventLog;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.stats.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** Looks once a second at the folder of a run, and appends its state to an event log when it has changed. */
public final class RunFollower implements AutoCloseable {
    private final Archive archive;
    private final EventLog log;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("weir-run").factory());
    private final List<Results> results = new ArrayList<>(); // after each trial; only the clock's thread uses it
    private String told = "";

    public RunFollower(Path folder, EventLog log) {
        archive = Archive.of(folder);
        this.log = log;
        var _ = clock.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.SECONDS);
    }

    private void look() {
        try {
            String json = JsonMapper.shared().writeValueAsString(state());
            if (!json.equals(told)) {
                told = json;
                log.append("run", "run", json);
            }
        } catch (IOException | RuntimeException e) {
            System.err.println("weir: the run cannot be read: " + e.getMessage());
        }
    }

    private RunState state() throws IOException {
        String folder = archive.directory().toString();
        if (!archive.hasPlan()) {
            return RunState.empty(folder);
        }
        RunPlan plan = archive.plan();
        List<RunPlan.Case> ended = plan.cases().stream().filter(archive::has).toList();
        if (ended.size() < results.size()) {
            results.clear(); // another run in the same folder
        }
        while (results.size() < ended.size()) {
            results.add(archive.resultsOf(ended.subList(0, results.size() + 1)));
        }
        List<RunState.EndedTrial> trials = new ArrayList<>();
        for (int i = 0; i < ended.size(); i++) {
            trials.add(RunState.trial(results.getLast().trials().get(i), millis(ended.get(i))));
        }
        return new RunState(
                folder,
                plan,
                trials,
                plan.cases().stream()
                        .filter(planned -> !archive.has(planned))
                        .findFirst()
                        .map(this::begun)
                        .orElse(0L),
                Math.round(trials.stream()
                        .mapToLong(RunState.EndedTrial::millis)
                        .average()
                        .orElse(0)),
                Finding.BAND.low(),
                Finding.BAND.high(),
                RunState.rows(results));
    }

    private long millis(RunPlan.Case planned) throws IOException {
        return Files.getLastModifiedTime(archive.record(planned)).toMillis() - begun(planned);
    }

    /** Returns when the server's log was created; 0 if there is none. */
    private long begun(RunPlan.Case planned) {
        try {
            return Files.readAttributes(archive.log(planned), BasicFileAttributes.class)
                    .creationTime()
                    .toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
