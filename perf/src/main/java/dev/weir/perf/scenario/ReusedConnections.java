package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
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
                PlainGets.CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        RequestLoad load = Loads.saturate(stage, USERS, cycles, WINDOW);
        var _ = Loads.over(stage, load);
        long opened = stage.ask(load::opened);
        if (keepAlive > 0 && opened * keepAlive < load.answers()) {
            stage.notes.errors(Map.of("the server kept connections open for more requests than it should", opened));
        }
    }
}
