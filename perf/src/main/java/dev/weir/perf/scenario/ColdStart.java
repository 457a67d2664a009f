package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.server.Usage;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;

/** Scenario S9 measures the start of a server and its first GETs, one after the other, without a warm-up. */
public record ColdStart() implements Scenario {
    private static final int FIRST = 1_000;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Override
    public Description description() {
        return Description.of(
                "S9", "", "request", ServerPlan.unlimited(1), OwnedProcess.CHECK_MILLIS, FIRST, PlainGets.FILE_BYTES);
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        stage.notes.value(Value.START_SECONDS, stage.server.startSeconds());
        stage.notes.value(Value.START_CPU_SECONDS, stage.server.startCpuSeconds());
        Requests first = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES).first(FIRST, (_, _, _) -> {});
        stage.progress.say("first requests");
        Usage before = stage.server.kernelUsage();
        RequestLoad load =
                Loads.of(stage, first, Window.after(Duration.ZERO, LONGEST)).startClosed(1);
        RequestRecorder.RequestRecording found = Loads.over(stage, load);
        Usage.Spent spent = stage.server.kernelUsage().since(before);
        stage.notes.slice(new Raw.Slice(
                spent.seconds(), found.answered(), spent.cpuSeconds(), spent.gcSeconds(), spent.jitSeconds()));
        stage.notes.histogram(Evidence.Tag.RESPONSE, found.responseMicros());
        Watch.fitnessSinceStart(stage);
    }
}
