package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.util.Map;

/** Scenario S4: {@link PlainGets}, but the server closes a connection after {@code keepAlive} requests (-1: never). */
public record ReusedConnections(int keepAlive, PlainGets gets) implements Scenario {
    @Override
    public Description description() {
        return Description.of(
                "S4",
                "%s, %,d requests/s"
                        .formatted(
                                keepAlive < 0 ? "unlimited keep-alive" : "keep-alive " + keepAlive, gets.perSecond()),
                "request",
                ServerPlan.unlimited(PlainGets.CONNECTIONS).closingAfter(keepAlive),
                gets.perSecond(),
                PlainGets.CONNECTIONS,
                PlainGets.FILE_BYTES,
                gets.seconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        RequestLoad load = gets.load(stage);
        if (keepAlive > 0 && stage.ask(load::opened) * keepAlive < load.answers()) {
            stage.notes.errors(Map.of("the server kept a connection open for more requests than it should", 1L));
        }
    }
}
