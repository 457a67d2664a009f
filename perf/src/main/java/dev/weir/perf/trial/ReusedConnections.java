package dev.weir.perf.trial;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Scenario S4: a closed loop of GETs against a server that closes each connection after some requests.
 *
 * @param keepAlive the most requests over one connection; -1 means no limit
 */
public record ReusedConnections(int keepAlive, int cycles) implements Scenario {
    private static final int USERS = 100;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Override
    public Description description() {
        return Description.of(
                "S4",
                keepAlive < 0 ? "unlimited keep-alive" : "keep-alive " + keepAlive,
                "request",
                ServerPlan.unlimited(USERS).closingAfter(keepAlive),
                USERS,
                PlainGets.FILE_BYTES,
                WINDOW.toSeconds(),
                cycles,
                CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES);
        Loads.warm(stage, target, USERS, cycles, CYCLE, PAUSE);
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        RequestLoad load = Loads.of(stage, target, window).startClosed(USERS);
        Watch.follow(stage, "saturated", window, () -> (double) load.answers());
        var _ = Loads.over(stage, load);
        long opened = stage.ask(load::opened);
        if (keepAlive > 0 && opened * keepAlive < load.answers()) {
            stage.notes.errors(Map.of("the server kept connections open for more requests than it should", opened));
        }
    }
}
