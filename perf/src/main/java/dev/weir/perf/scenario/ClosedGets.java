package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ClosedRequests;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.SchedulingLag;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Tag;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Warmth;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Capacity: how many plain GETs a second a server answers when each connection asks again at once; S5 runs below it. */
public record ClosedGets(int cycles) implements Scenario {
    private static final int CONNECTIONS = 32;
    private static final int POOL = 200;
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration WINDOW = Duration.ofSeconds(6);
    private static final Duration OVERHEAD = Duration.ofSeconds(10);

    @Override
    public String id() {
        return "capacity";
    }

    @Override
    public String setting() {
        return "";
    }

    @Override
    public String question() {
        return "How many plain GETs a second, at most?";
    }

    @Override
    public String unit() {
        return "request";
    }

    @Override
    public List<String> choices() {
        return List.of(
                "Capacity is a closed loop over %d keep-alive connections without think time, for %d s after at most %d cycles of %d s with a pause after each. A server that is always busy has no latency to speak of: only its throughput counts here."
                        .formatted(CONNECTIONS, WINDOW.toSeconds(), cycles, CYCLE.toSeconds()));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return new ServerPlan(0, 0, Duration.ofMillis(100), POOL, CONNECTIONS, Cores.APART, false);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(CYCLE.plus(PAUSE).multipliedBy(cycles)).plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Target target = stage.target(OpenGets.FILE, OpenGets.FILE_BYTES);
        Watch.warm(stage, new Warmth(cycles), () -> Loads.warm(stage, target, CONNECTIONS, CYCLE, PAUSE));
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        RequestRecorder recorder = new RequestRecorder(window);
        SchedulingLag lag = stage.generator().ask(() -> SchedulingLag.probe(stage.generator(), window));
        ClosedRequests load = Loads.closed(stage, target, recorder, CONNECTIONS);
        Watch.follow(stage, "as fast as it goes", window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = Loads.over(stage, load, recorder);
        stage.notes().histogram(Tag.RESPONSE, found.responseMicros());
        stage.notes().histogram(Tag.LAG, stage.generator().ask(lag::micros));
    }
}
