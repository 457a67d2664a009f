package dev.weir.perf.storm;

import dev.weir.perf.load.EventRecorder;
import dev.weir.perf.load.ReturningLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.ServerPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Has thousands of subscribers lose their connection while events are published, and come back. */
final class ReturnStorm {
    private static final int EVENTS_A_SECOND = 1_000;
    private static final long SEED = 20260104;
    private static final Duration LEAVING = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    static final String DESCRIPTION = """
        Subscribers, each of an address of its own, listen to every event. Then %,d events a second are published \
        for %d s, more than could be sent to all one by one, and in that time each subscriber loses its connection \
        by a reset at a random moment (seed %d) and comes back at once, with the last id that it saw. Every one \
        must get every event once, in its order, without a gap; who is cut off comes back a second later.\
        """.formatted(EVENTS_A_SECOND, LEAVING.toSeconds(), SEED);

    private ReturnStorm() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int count = setting.sizes().returning();
        ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(250), 200, 2 * count, Cores.APART, false);
        try (Site site = Site.open(setting, Part.RETURN, plan)) {
            ReturningLoad load =
                    new ReturningLoad(site.generator(), site.server().address());
            Duration ramp = Duration.ofMillis(count);
            site.generator().execute(() -> load.start(count, ramp));
            Awaiting.require("all are answered", site.generator(), ramp.plus(PATIENCE), () -> load.ready() == count);
            site.pin();
            Window window = Window.after(Duration.ofSeconds(1), LEAVING);
            site.generator().execute(() -> load.storm(window, EVENTS_A_SECOND, new SplittableRandom(SEED)));
            Site.sleepUntil(window.toNanos());
            long events = EVENTS_A_SECOND * LEAVING.toSeconds();
            boolean _ =
                    Awaiting.holds(site.generator(), PATIENCE, () -> load.published() == events && load.missing() == 0);
            double late = (System.nanoTime() - window.toNanos()) / 1e9;
            EventRecorder.EventRecording found = site.generator().ask(load::recording);
            return new Figure.Found(
                    Part.RETURN,
                    setting.contender().label(),
                    site.server().command(),
                    List.of(
                            Figure.exactly("came back", site.generator().ask(load::returned), count, "subscribers"),
                            Figure.told(
                                    "came back again, cut off by the server or a kernel",
                                    site.generator().ask(load::cutOff),
                                    ""),
                            Figure.exactly("published", site.generator().ask(load::published), events, "events"),
                            Figure.exactly("lost", site.generator().ask(load::missing), 0, "deliveries"),
                            Figure.told("all have all, after the last was published", late, "s")),
                    found.errors(),
                    Map.of());
        }
    }
}
