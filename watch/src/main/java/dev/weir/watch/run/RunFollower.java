package dev.weir.watch.run;

import dev.weir.events.EventLog;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import dev.weir.perf.stats.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Checks the folder of a run once a second, and appends the run's state to an event log when the state has changed. */
public final class RunFollower implements AutoCloseable {
    private final Archive archive;
    private final EventLog log;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("weir-run").factory());
    // Only the clock's thread uses these.
    private @Nullable RunPlan plan;
    private TrialRecords records;
    private IntervalHistory history = new IntervalHistory();
    private List<RunState.EndedTrial> trials = List.of();
    private String told = "";

    public RunFollower(Path folder, EventLog log) {
        archive = Archive.of(folder);
        records = new TrialRecords(archive);
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
        RunPlan now = archive.plan();
        List<RunPlan.Case> ended = now.cases().stream().filter(archive::has).toList();
        if (!now.equals(plan) || !records.isBeginningOf(ended)) { // another run in the same folder
            plan = now;
            records = new TrialRecords(archive);
            history = new IntervalHistory();
            trials = List.of();
        }
        readNew(ended);
        return new RunState(
                folder,
                now,
                trials,
                now.cases().stream()
                        .filter(planned -> !ended.contains(planned))
                        .findFirst()
                        .map(planned -> TrialTimes.begunMillis(archive.log(planned)))
                        .orElse(0L),
                Math.round(trials.stream()
                        .mapToLong(RunState.EndedTrial::millis)
                        .average()
                        .orElse(0)),
                Finding.BAND.low(),
                Finding.BAND.high(),
                history.rows());
    }

    /** Reads the trials that have ended since the last call. Computes results after each block (round) of trials. */
    private void readNew(List<RunPlan.Case> ended) throws IOException {
        for (int i = records.size(); i < ended.size(); i++) {
            records.read(ended.get(i));
            boolean isLast = i + 1 == ended.size();
            if (isLast || ended.get(i + 1).block() != ended.get(i).block()) {
                Results results = archive.resultsOf(records.evidence());
                history.add(results.comparisons());
                if (isLast) {
                    trials = ended(results.trials());
                }
            }
        }
    }

    private List<RunState.EndedTrial> ended(List<Trial> judged) throws IOException {
        List<RunState.EndedTrial> all = new ArrayList<>();
        for (Trial trial : judged) {
            all.add(RunState.trial(trial, TrialTimes.lastedMillis(archive, trial.planned())));
        }
        return List.copyOf(all);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
