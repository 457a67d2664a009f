package dev.weir.perf.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Calls;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Cores;
import dev.weir.perf.site.CallFigures;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import dev.weir.perf.trial.CallRound;
import dev.weir.perf.trial.SignerProcess;
import dev.weir.perf.trial.SoapKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Thousands of SOAP bodies that come a byte at a time, from a hundred addresses: an honest client is answered as before. */
final class SlowCallsFault {
    private static final int PER_SECOND = 20;
    private static final int CONNECTIONS = 8;
    private static final int WARM_CALLS = 400;
    private static final long SEED = 20260119;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(25);
    /** One round of a client: the server's time for a body, and the pause. Spread over it, they never all return at once. */
    private static final Duration RAMP = Duration.ofSeconds(11);

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final double MOST_RATIO = 2;

    /** As {@code docs/configuration.md} advises those whose answers are not to wait for the collector. */
    private static final String[] SHORT_PAUSES = {"-XX:MaxGCPauseMillis=20", "-XX:+AlwaysPreTouch"};

    static final String DESCRIPTION = """
        An honest client sends %d signed calls a second for %d s, as a Poisson process planned them (seed %d). Then \
        --sockets clients of %d addresses come within %d s, and each announces a SOAP body of 100,000 bytes, sends a byte \
        every %d s, and comes again when it is refused; the honest one goes on as before. Every answer is verified. The server runs with %s.\
        """.formatted(
                    PER_SECOND,
                    WINDOW.toSeconds(),
                    SEED,
                    SlowCallers.ADDRESSES,
                    RAMP.toSeconds(),
                    SlowCallers.BETWEEN_BYTES.toSeconds(),
                    String.join(" ", SHORT_PAUSES));

    private SlowCallsFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        CallRound.Signer signer = SignerProcess.ofThisRun();
        Map<String, Long> errors = new TreeMap<>();
        try (Site site = Site.open(
                setting, Site.plan(0, setting.sizes().sockets()).withCalls(SoapKeys.ofThisRun()), SHORT_PAUSES)) {
            var _ = CallRound.run(site.generator(), site.server().address(), signer, WARM_CALLS, CONNECTIONS);
            List<Figure> figures = new ArrayList<>();
            double idle = honest(site, signer, ", idle", errors, figures);
            try (SlowCallers callers =
                    SlowCallers.start(site.server().address(), setting.sizes().sockets(), RAMP)) {
                Thread.sleep(RAMP);
                double beside = honest(site, signer, ", beside slow bodies", errors, figures);
                figures.add(Figure.atMost("p99 beside them, in terms of idle", beside / idle, MOST_RATIO, ""));
                figures.addAll(Newcomers.come(site, ", beside slow bodies"));
                System.out.printf("%s: slow bodies: %s%n", site.contender(), callers.end());
            }
            return site.found(figures, errors);
        }
    }

    private static double honest(
            Site site, CallRound.Signer signer, String when, Map<String, Long> errors, List<Figure> figures)
            throws IOException, InterruptedException {
        int messages = (int) (2 * PER_SECOND * WINDOW.plus(SETTLE).toSeconds());
        Window window = Window.after(SETTLE.multipliedBy(5), WINDOW);
        CallFigures.Overload overload = new CallFigures.Overload(window);
        Calls calls = new Calls(site.server().address(), signer.sign(messages), overload);
        RequestRecorder recorder = new RequestRecorder(window);
        Window.SchedulingLag lag = site.lag(window);
        RequestLoad.OpenLoop load = site.generator()
                .ask(() -> RequestLoad.OpenLoop.start(
                        site.generator(),
                        calls,
                        recorder,
                        CONNECTIONS,
                        site.generator()::freshAddress,
                        Arrivals.poisson(PER_SECOND, SEED),
                        System.nanoTime()));
        try {
            Site.await(load.over(), WINDOW.plus(PATIENCE));
        } catch (IllegalStateException _) {
            errors.merge("calls are never answered" + when, 1L, Long::sum);
        }
        site.generator().ask(recorder::recording).errors().forEach((why, n) -> errors.merge(why + when, n, Long::sum));
        errors.putAll(signer.wrong(site.generator().ask(overload::answers)));
        site.generator().execute(load::close);
        CallFigures.Overload.Counts counts = site.generator().ask(overload::copy);
        double p99 = Figure.millis(counts.acceptedMicros(), 99);
        figures.add(Figure.told("calls answered" + when, counts.acceptedMicros().size(), ""));
        figures.add(
                Figure.exactly("refused with 503" + when, counts.refusedMicros().size(), 0, ""));
        figures.add(Figure.told("p50" + when, Figure.millis(counts.acceptedMicros(), 50), "ms"));
        figures.add(Figure.told("p99" + when, p99, "ms"));
        figures.addAll(Site.lag(site.generator().ask(lag::micros)));
        return p99;
    }

    /**
     * Clients of a hundred addresses that each announce a SOAP body, send it a byte at a time, and come again when they are
     * refused.
     *
     * <p>They live in a JVM of their own: in the generator's, its collector would copy what thousands of connections keep, and
     * the honest client would wait for that (seen: pauses of 160 to 280 ms). Strangers bring their own processors, so these
     * get only the time that server and generator leave. The JVM ends when its standard input does.
     */
    static final class SlowCallers implements AutoCloseable {
        static final int ADDRESSES = 100;
        static final Duration BETWEEN_BYTES = Duration.ofSeconds(2);
        private static final Duration PAUSE = Duration.ofSeconds(1);
        private static final String OPENING = "POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
                + "SOAPAction: \"\"\r\nContent-Length: 100000\r\n\r\n<";

        private final Process process;

        private SlowCallers(Process process) {
            this.process = process;
        }

        /** Has so many come, spread over the ramp. */
        static SlowCallers start(InetSocketAddress server, int count, Duration ramp) throws IOException {
            List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
            command.addAll(Cores.SHARED.unpinned());
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
            command.addAll(
                    List.of(SlowCallers.class.getName(), server.getAddress().getHostAddress()));
            command.addAll(List.of(String.valueOf(server.getPort()), String.valueOf(count), ramp.toString()));
            return new SlowCallers(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }

        /** Ends them; what came of them, in their own words. */
        String end() throws IOException {
            process.getOutputStream().close();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                return String.valueOf(out.readLine());
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }

        /** The other side. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            InetSocketAddress server =
                    new InetSocketAddress(InetAddress.ofLiteral(arguments[0]), Integer.parseInt(arguments[1]));
            Crowd crowd = Crowd.endless(
                    Integer.parseInt(arguments[2]), Duration.parse(arguments[3]), number -> call(server, number));
            while (System.in.read() >= 0) {
                // Nothing is said to it; only the end counts.
            }
            System.out.println(crowd.await(Duration.ZERO));
            System.exit(0);
        }

        private static String call(InetSocketAddress server, int number) throws IOException, InterruptedException {
            try (Wire wire = Wire.open(server, number % ADDRESSES)) {
                wire.send(OPENING);
                while (!wire.endsWithin(BETWEEN_BYTES)) {
                    wire.send("a");
                }
                return "refused";
            } finally {
                Thread.sleep(PAUSE);
            }
        }
    }
}
