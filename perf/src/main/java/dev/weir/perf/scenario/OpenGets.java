package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Target;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
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

    @Override
    public Description description() {
        return new Description(
                "S5",
                "%,d requests/s".formatted(perSecond),
                "A plain GET of a small file, at the same rate from everybody: what does a request cost?",
                "request",
                List.of(
                        "S5 is an open load: requests start as a Poisson process planned them, the same for all contenders of a block and another in the next, whatever became of the earlier ones, over at most %d keep-alive connections. A response is timed from the intended start; a service from when the request was sent."
                                .formatted(CONNECTIONS),
                        "S5: the file has %d bytes, there is no limit, and every byte is compared. The window is %d s, after at most %d cycles of %d s of a closed load with a pause after each: until neither of the last two was over 3 %% cheaper than the cheapest before, and the compilers use less than 2 %%."
                                .formatted(FILE_BYTES, seconds, cycles, CYCLE.toSeconds())));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return ServerPlan.unlimited(CONNECTIONS);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(CYCLE.plus(PAUSE).multipliedBy(cycles)).plusSeconds(seconds);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Target target = stage.target(FILE, FILE_BYTES);
        // As fast as it goes: at the measured rate a server that shares its core with its compilers never gets warm.
        Loads.warm(stage, target, CONNECTIONS, cycles, CYCLE, PAUSE);
        Arrivals arrivals = Arrivals.poisson(perSecond, seed + stage.block());
        Loads.open(stage, perSecond + " requests/s", target, CONNECTIONS, arrivals, seconds);
    }
}
