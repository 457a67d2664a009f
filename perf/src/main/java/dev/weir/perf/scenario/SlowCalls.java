package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.SlowService;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalDouble;

/** Scenario S7: the server calls a slow service for each request of an open-loop load, and may run out of threads. */
public record SlowCalls(int perSecond, Duration delay, int seconds, int cycles) implements Scenario {
    private static final InetSocketAddress SERVICE = freeAddress();
    private static final String ANSWER = "{\"depth\":1}";
    private static final Duration WARM_DELAY = Duration.ofMillis(1);
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int SPARE = 64;
    /** The number of spare connections, as a fraction of the connections that are busy at once. */
    private static final double SPARE_PART = 0.04;

    @Override
    public Description description() {
        ServerPlan server = ServerPlan.unlimited(connections())
                .with("-Dweir.chain.enabled=true", "-Dweir.chain.downstream=http://127.0.0.1:" + SERVICE.getPort());
        return Description.of(
                "S7",
                "%,d requests/s, a service of %,d ms".formatted(perSecond, delay.toMillis()),
                "request",
                server,
                connections(),
                delay.toMillis(),
                ServerPlan.POOL,
                seconds,
                cycles,
                CYCLE.toSeconds(),
                WARM_DELAY.toMillis());
    }

    /** Returns a free address for the slow service. The server must know it before the service starts. */
    private static InetSocketAddress freeAddress() {
        try {
            return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), OwnedProcess.freePort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double delaySeconds() {
        return delay.toNanos() / 1e9;
    }

    /** Returns how many connections to open, so that no request waits for a connection. */
    private int connections() {
        return (int) ((1 + SPARE_PART) * perSecond * delaySeconds()) + SPARE;
    }

    /** Returns how many requests a second the threads can answer. Empty if they can answer (almost) all requests. */
    OptionalDouble ceiling(Contender contender) {
        double ceiling = contender.threads(ServerPlan.POOL, connections()) / delaySeconds();
        boolean tooFew = contender.holdsThread() && ceiling < Loads.MOST_ANSWERED * perSecond;
        return tooFew ? OptionalDouble.of(ceiling) : OptionalDouble.empty();
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = new Target(
                stage.address(), "/chain?number=1", Target.ExpectedBody.of(ANSWER.getBytes(StandardCharsets.US_ASCII)));
        try (SlowService service = new SlowService(stage.generator, SERVICE, WARM_DELAY, ANSWER)) {
            Loads.warm(stage, target, SPARE, cycles, CYCLE, PAUSE);
            service.delay(delay);
            String what = perSecond + " requests/s";
            Arrivals arrivals = Arrivals.constant(perSecond);
            Duration settle = Loads.SETTLE.plus(delay);
            OptionalDouble ceiling = ceiling(stage.contender);
            if (ceiling.isPresent()) {
                stage.notes.value(Value.CEILING, ceiling.getAsDouble());
                Window window = Window.after(settle, Duration.ofSeconds(seconds));
                RequestLoad load = Loads.of(stage, target, window).startOpen(connections(), arrivals, System::nanoTime);
                Loads.tooMany(stage, what, load, window);
            } else {
                Loads.open(stage, what, target, connections(), arrivals, settle, seconds);
            }
        }
    }
}
