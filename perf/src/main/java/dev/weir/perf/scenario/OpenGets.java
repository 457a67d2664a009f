package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * S5: plain GETs of a small file, without a limit, as an open load.
 *
 * @param perSecond requests a second, in the mean
 * @param seconds of the window
 */
public record OpenGets(int perSecond, int seconds, int cycles, long seed) implements Scenario {
    static final String FILE = "hello.json";
    static final int FILE_BYTES = 100;
    static final int CONNECTIONS = 64;
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration OVERHEAD = Duration.ofSeconds(10);
    private static final int POOL = 200;

    @Override
    public String id() {
        return "S5";
    }

    @Override
    public String setting() {
        return "%,d requests/s".formatted(perSecond);
    }

    @Override
    public String question() {
        return "A plain GET of a small file, at the same rate from everybody: what does a request cost?";
    }

    @Override
    public String unit() {
        return "request";
    }

    @Override
    public List<String> choices() {
        return List.of(
                "S5 is an open load: requests start as a Poisson process planned them, the same for all contenders of a block and another in the next, whatever became of the earlier ones, over at most %d keep-alive connections. A response is timed from the intended start; a service from when the request was sent."
                        .formatted(CONNECTIONS),
                "S5: the file has %d bytes, there is no limit, and every byte is compared. The window is %d s, after at most %d cycles of %d s of a closed load with a pause after each: until neither of the last two was over 3 %% cheaper than the cheapest before, and the compilers use less than 2 %%."
                        .formatted(FILE_BYTES, seconds, cycles, CYCLE.toSeconds()));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return new ServerPlan(0, 0, Duration.ofMillis(100), POOL, CONNECTIONS, Cores.APART, false);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(CYCLE.plus(PAUSE).multipliedBy(cycles)).plusSeconds(seconds);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Target target = stage.target(FILE, FILE_BYTES);
        // As fast as it goes: at the measured rate a server that shares its core with its compilers never gets warm.
        Watch.warm(stage, new Watch.Warmth(cycles), () -> Loads.warm(stage, target, CONNECTIONS, CYCLE, PAUSE));

        // A second more before the window: its first requests must not be those that open the connections.
        Window window = Window.after(Duration.ofSeconds(1), Duration.ofSeconds(seconds));
        RequestRecorder recorder = new RequestRecorder(window);
        Window.SchedulingLag lag = stage.generator().ask(() -> Window.SchedulingLag.probe(stage.generator(), window));
        RequestLoad.OpenLoop load = stage.generator().ask(() -> start(stage, target, recorder));
        Watch.follow(stage, perSecond + " requests/s", window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = Loads.over(stage, load, recorder);
        Notes notes = stage.notes();
        notes.histogram(Evidence.Tag.RESPONSE, found.responseMicros());
        notes.histogram(Evidence.Tag.SERVICE, found.serviceMicros());
        notes.histogram(Evidence.Tag.LAG, stage.generator().ask(lag::micros));
        notes.value(Value.PLANNED_RATE, found.plannedPerSecond());
        notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
    }

    private RequestLoad.OpenLoop start(Stage stage, Target target, RequestRecorder recorder) {
        return RequestLoad.OpenLoop.start(
                stage.generator(),
                target,
                recorder,
                CONNECTIONS,
                stage.generator()::freshAddress,
                Arrivals.poisson(perSecond, seed + stage.block()),
                System.nanoTime());
    }
}
