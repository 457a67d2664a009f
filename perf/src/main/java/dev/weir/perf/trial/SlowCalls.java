package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.SlowService;
import dev.weir.perf.load.Target;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.OwnedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Scenario S7: an open-loop load of requests for which the server calls a slow service. */
public record SlowCalls(int perSecond, Duration delay, int seconds, int cycles, long seed) implements Scenario {
    private static final InetSocketAddress SERVICE = freeAddress();
    private static final String ANSWER = "{\"depth\":1}";
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** A server with T threads is asked for at most this part of the T/D answers a second that it can give. */
    private static final double MOST_OF_CEILING = 0.9;

    private static final int SPARE = 64;

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
                MOST_OF_CEILING * 100,
                seconds,
                cycles,
                CYCLE.toSeconds());
    }

    /** Returns an address at which nobody listens. The server must be told it before the service begins. */
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

    /** Returns more connections than there are requests at once, so that no request waits for one. */
    private int connections() {
        return (int) (2 * perSecond * delaySeconds()) + SPARE;
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = new Target(
                stage.address(), "/chain?number=1", Target.ExpectedBody.of(ANSWER.getBytes(StandardCharsets.US_ASCII)));
        try (SlowService _ = new SlowService(stage.generator, SERVICE, delay, ANSWER)) {
            Loads.warm(stage, target, SPARE, cycles, CYCLE, PAUSE);
            int rate = rate(stage);
            Arrivals arrivals = Arrivals.poisson(rate, seed + stage.block());
            Loads.open(stage, rate + " requests/s", target, connections(), arrivals, seconds);
        }
    }

    private int rate(TrialStage stage) {
        Contender contender = stage.contender;
        if (!contender.holdsThread()) {
            return perSecond;
        }
        double ceiling = contender.threads(ServerPlan.POOL, connections()) / delaySeconds();
        stage.notes.value(Value.CEILING, ceiling);
        return (int) Math.min(perSecond, MOST_OF_CEILING * ceiling);
    }
}
