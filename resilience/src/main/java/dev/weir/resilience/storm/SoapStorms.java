package dev.weir.resilience.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.trial.Warmth;
import dev.weir.resilience.storm.CallStorm.CallLoad;
import dev.weir.resilience.storm.Crowd.Newcomers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Stress tests ({@link Storm}) with hostile SOAP bodies: full of new XML names, or sent slowly. */
final class SoapStorms {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int MOST_NAMES = MESSAGE_BYTES / 11;
    private static final int SENDERS = 4;

    static Storm names() {
        int warmUp = 20;
        // A server whose heap has grown by so much would soon run out of memory.
        double tooManyMegabytes = 300;
        String description = """
            %d clients post --messages messages of 1 MiB to /ws, each on a new connection. A message has some 100,000 \
            elements, and every name is new. Before that, %d messages with one name are sent. The live heap is measured after \
            full collections. The storm ends early when the heap has grown by %.0f MB.\
            """.formatted(SENDERS, warmUp, tooManyMegabytes);
        return new Storm("New names in SOAP messages (S11)", description, (stage, checks) -> {
            stage.serve(Storm.shared(0));
            int messages = stage.sizes.messages;
            byte[] same = message(0);
            send(stage, warmUp, _ -> same);
            double before = stage.heapMegabytes();
            long startNanos = System.nanoTime();
            int sent = 0;
            double grown = 0;
            int step = Math.max(1, messages / 10);
            // The first step is short, because a server that keeps every name soon runs out of memory.
            for (int next = Math.min(step, warmUp); sent < messages && grown < tooManyMegabytes; next = step) {
                int count = Math.min(next, messages - sent);
                int first = sent;
                send(stage, count, number -> message(1 + (long) MOST_NAMES * (first + number)));
                sent += count;
                grown = stage.heapMegabytes() - before;
                stage.say("live heap after %,d messages".formatted(sent), "%+.1f MB".formatted(grown));
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            checks.exactly("messages answered with 400 or 503", sent, messages);
            checks.measured("messages per second, including collections", sent / seconds, "");
            checks.measured("live heap before", before, "MB");
            checks.atMost("growth of the live heap", grown, 5, "MB");
            Newcomers.come(stage, checks, ", at the end");
        });
    }

    private static void send(Stage stage, int count, IntFunction<byte[]> messages) throws InterruptedException {
        String head = RawSocket.post("/ws", "text/xml", MESSAGE_BYTES, "Connection: close", "SOAPAction: \"\"");
        try (Crowd crowd = Crowd.repeated(SENDERS, count, number -> {
            try (RawSocket socket = stage.connect(number % SENDERS)) {
                int status =
                        socket.send(head).send(messages.apply(number)).head().status();
                return status == 400 || status == 503 ? "refused" : "status " + status;
            }
        })) {
            Map<String, Long> outcomes = crowd.await(Duration.ofMinutes(10));
            if (crowd.counted("refused") < count) {
                throw new IllegalStateException("messages got other answers than 400 and 503: " + outcomes);
            }
        }
    }

    static byte[] message(long from) {
        StringBuilder message = new StringBuilder(MESSAGE_BYTES).append("<e>");
        String end = "</e>";
        int elementLength = "<n0000000/>".length();
        for (long number = from;
                message.length() + elementLength + end.length() <= MESSAGE_BYTES;
                number += from == 0 ? 0 : 1) {
            String digits = Long.toString(number, 36);
            message.append("<n").repeat('0', 7 - digits.length()).append(digits).append("/>");
        }
        message.repeat(' ', MESSAGE_BYTES - end.length() - message.length()).append(end);
        return message.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static final int PER_SECOND = 20;
    private static final int CONNECTIONS = 8;
    private static final long SEED = 20260119;
    private static final Duration WINDOW = Duration.ofSeconds(25);

    static Storm slowBodies() {
        // A client returns 10 s and a pause after it came. The ramp is as long, so they never return all at once.
        Duration ramp = Duration.ofSeconds(10).plus(SlowCallers.PAUSE);
        // The options for a garbage collector with short pauses, as docs/configuration.md recommends.
        String[] shortPauses = {"-XX:-UseG1GC", "-XX:+UseZGC", "-XX:+AlwaysPreTouch"};
        String description = """
            An honest client sends %d signed calls a second for %d s, as a Poisson process (seed %d). Then --sockets slow \
            clients with %d addresses come within %d s. Each announces a SOAP body of 100,000 bytes, sends a byte every %d s, \
            and comes again when it is refused. The honest client repeats its calls beside them. Every answer is verified. \
            The slow clients run at the lowest priority, and the server with %s. All share both cores.\
            """.formatted(
                        PER_SECOND,
                        WINDOW.toSeconds(),
                        SEED,
                        SlowCallers.ADDRESSES,
                        ramp.toSeconds(),
                        SlowCallers.BETWEEN_BYTES.toSeconds(),
                        String.join(" ", shortPauses));
        return new Storm("Slow SOAP bodies (S11)", description, (stage, checks) -> {
            int sockets = stage.sizes.sockets;
            stage.serve(Storm.shared(0, sockets).withCalls().with(shortPauses));
            Warmth.warm(
                    stage.server(), 12, () -> stage.calls(1_000, CONNECTIONS).answered());
            double idle = honest(stage, checks, ", idle");
            int before = stage.server().openDescriptors();
            Path log = stage.log.resolveSibling("slow-callers.log");
            try (OwnedProcess _ = SlowCallers.start(stage.address(), sockets, ramp, log)) {
                Thread.sleep(ramp);
                double beside = honest(stage, checks, ", beside slow bodies");
                checks.atMost("p99 beside slow bodies / p99 idle", beside / idle, 2, "");
                int held = stage.server().openDescriptors() - before;
                // The others pause.
                checks.atLeast("slow connections at the end", held, 0.8 * sockets, "");
                Newcomers.come(stage, checks, ", beside slow bodies");
            }
        });
    }

    private static double honest(Stage stage, Checks checks, String when) throws InterruptedException {
        int messages = (int) (2 * PER_SECOND * WINDOW.toSeconds());
        Arrivals arrivals = Arrivals.poisson(PER_SECOND, SEED);
        CallLoad load = new CallLoad(stage, messages, CONNECTIONS, arrivals, Duration.ofSeconds(5), WINDOW);
        load.await(WINDOW.plusSeconds(40), checks, when);
        String series = "accepted" + when + ", microseconds";
        checks.raw(series, load.acceptedMicros);
        checks.measured("calls answered" + when, load.acceptedMicros.size(), "");
        checks.exactly("refused with 503" + when, load.refusedMicros.size(), 0);
        checks.percentile("p50" + when, series, 50);
        checks.percentile("p99" + when, series, 99);
        checks.lag(stage.ask(load.lag::micros));
        return Check.millis(load.acceptedMicros, 99);
    }

    /** Clients that send slowly. They run in their own JVM, so their garbage collections do not pause other clients. */
    static final class SlowCallers {
        static final int ADDRESSES = 100;
        static final Duration BETWEEN_BYTES = Duration.ofSeconds(2);
        static final Duration PAUSE = Duration.ofSeconds(1);

        static OwnedProcess start(InetSocketAddress server, int count, Duration ramp, Path log) throws IOException {
            List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
            String host = server.getAddress().getHostAddress();
            command.addAll(
                    Cores.SHARED.java(SlowCallers.class, host, "" + server.getPort(), "" + count, ramp.toString()));
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
