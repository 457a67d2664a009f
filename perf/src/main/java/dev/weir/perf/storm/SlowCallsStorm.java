package dev.weir.perf.storm;

import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.storm.Crowd.Newcomers;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link Storm} of thousands of SOAP bodies that arrive a byte at a time. An honest client beside them must be
 * served as before.
 */
final class SlowCallsStorm {
    private static final int PER_SECOND = 20;
    private static final int CONNECTIONS = 8;
    private static final long SEED = 20260119;
    private static final Duration WINDOW = Duration.ofSeconds(25);
    /**
     * The time over which the slow clients start. It is as long as one round of a client: 10 s until the server
     * refuses the body, and {@link SlowCallers#PAUSE}. So the clients never all return at once.
     */
    private static final Duration RAMP = Duration.ofSeconds(10).plus(SlowCallers.PAUSE);

    private static final double MOST_RATIO = 2;
    /** The smallest allowed part of the slow clients that is connected at the end. The others pause. */
    private static final double LEAST_PART = 0.8;

    /** The options for a garbage collector with short pauses, as {@code docs/configuration.md} recommends. */
    private static final String[] SHORT_PAUSES = {"-XX:-UseG1GC", "-XX:+UseZGC", "-XX:+AlwaysPreTouch"};

    static final Storm STORM = Storm.of(
            "Slow SOAP bodies (S11)",
            """
            An honest client sends %d signed calls a second for %d s, as a Poisson process (seed %d). Then --sockets slow \
            clients with %d addresses come within %d s. Each announces a SOAP body of 100,000 bytes, sends a byte every %d s, \
            and comes again when it is refused. The honest client repeats its calls beside them. Every answer is verified. \
            The slow clients run at the lowest priority, and the server with %s.\
            """.formatted(
                            PER_SECOND,
                            WINDOW.toSeconds(),
                            SEED,
                            SlowCallers.ADDRESSES,
                            RAMP.toSeconds(),
                            SlowCallers.BETWEEN_BYTES.toSeconds(),
                            String.join(" ", SHORT_PAUSES)),
            setting -> Storm.shared(0, setting.sizes().sockets).withCalls().with(SHORT_PAUSES),
            SlowCallsStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        CallRound.run(stage.generator, stage.address(), SignerProcess.ofThisRun(), 400, CONNECTIONS);
        double idle = honest(stage, checks, ", idle");
        int before = stage.server().openDescriptors();
        int sockets = stage.sizes.sockets;
        Path log = stage.log.resolveSibling("slow-callers.log");
        try (OwnedProcess _ = SlowCallers.start(stage.address(), sockets, RAMP, log)) {
            Thread.sleep(RAMP);
            double beside = honest(stage, checks, ", beside slow bodies");
            checks.atMost("p99 beside slow bodies / p99 idle", beside / idle, MOST_RATIO, "");
            int held = stage.server().openDescriptors() - before;
            checks.atLeast("slow connections at the end", held, LEAST_PART * sockets, "");
            Newcomers.come(stage, checks, ", beside slow bodies");
        }
    }

    private static double honest(Stage stage, Checks checks, String when) throws InterruptedException {
        int messages = (int) (2 * PER_SECOND * WINDOW.toSeconds());
        CallStorm.CallLoad load =
                new CallStorm.CallLoad(stage, messages, CONNECTIONS, PER_SECOND, SEED, Duration.ofSeconds(5), WINDOW);
        CallStorm.CallLoad.Counts counts = load.await(WINDOW.plus(Duration.ofSeconds(40)), checks, when);
        String series = "accepted" + when + ", microseconds";
        checks.raw(series, counts.acceptedMicros());
        checks.measured("calls answered" + when, counts.acceptedMicros().size(), "");
        checks.exactly("refused with 503" + when, counts.refusedMicros().size(), 0);
        checks.percentile("p50" + when, series, 50);
        checks.percentile("p99" + when, series, 99);
        checks.lag(counts.lagMicros());
        return Check.millis(counts.acceptedMicros(), 99);
    }

    /**
     * Slow clients with a hundred addresses. Each sends a SOAP body a byte at a time, and comes again when the server
     * refuses the body.
     *
     * <p>The clients run in a JVM of their own, at the lowest priority ({@code nice -n 19}). In the JVM of the load
     * generator, each garbage collection would copy their state and meanwhile pause the honest client. Real attackers
     * have machines of their own, so these clients should take almost no CPU time from the server and the generator.
     */
    static final class SlowCallers {
        static final int ADDRESSES = 100;
        static final Duration BETWEEN_BYTES = Duration.ofSeconds(2);
        static final Duration PAUSE = Duration.ofSeconds(1);

        static OwnedProcess start(InetSocketAddress server, int count, Duration ramp, Path log) throws IOException {
            List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
            command.addAll(Cores.SHARED.java(
                    SlowCallers.class,
                    server.getAddress().getHostAddress(),
                    String.valueOf(server.getPort()),
                    String.valueOf(count),
                    ramp.toString()));
            return OwnedProcess.start(command, log);
        }

        public static void main(String[] arguments) throws IOException {
            InetSocketAddress server =
                    new InetSocketAddress(InetAddress.ofLiteral(arguments[0]), Integer.parseInt(arguments[1]));
            try (Crowd _ = Crowd.endless(
                    Integer.parseInt(arguments[2]), Duration.parse(arguments[3]), number -> call(server, number))) {
                while (System.in.read() >= 0) {
                    // The parent process sends nothing. The end of the input means that it has ended.
                }
            }
        }

        private static String call(InetSocketAddress server, int number) throws IOException, InterruptedException {
            try (RawSocket socket = RawSocket.open(server, number % ADDRESSES)) {
                socket.send(RawSocket.post("/ws", "text/xml", 100_000, "SOAPAction: \"\"") + "<");
                return socket.trickle(BETWEEN_BYTES, true);
            } finally {
                Thread.sleep(PAUSE);
            }
        }
    }
}
