package dev.weir.perf.storm;

import dev.weir.perf.server.Host;
import dev.weir.perf.server.Usage;
import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Crowd.Newcomers;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Waiting;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Thousands of sockets that send or read next to nothing: others are served meanwhile, and the server closes them. */
final class SlowStorms {
    /** Of each address; the server lets one have many more. */
    private static final int EACH = 50;

    private static final int MOST_OF_ONE = 1_000;
    private static final int HUGE_BYTES = 64 << 20;
    private static final int RECEIVE_BYTES = 4 << 10;
    private static final Duration RAMP = Duration.ofSeconds(5);
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(5);
    /** The head is to be in within 30 s, and so is a body of this size. */
    private static final Duration TO_SEND = Duration.ofSeconds(45);
    /** Who takes less than 1 KiB in 60 s is cut off. */
    private static final Duration TO_READ = Duration.ofSeconds(90);
    /** The server's own, which come and go. */
    private static final int SPARE_DESCRIPTORS = 20;

    private static final String HEAD = "GET /files/newcomers.bin HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    private static final int BODY_BYTES = 100_000;
    private static final List<String> BODIES = List.of(
            Wire.post("/nothing", "text/plain", BODY_BYTES),
            Wire.post("/ws", "text/xml", BODY_BYTES),
            Wire.post("/events", "text/plain", BODY_BYTES, Wire.AUTHORIZATION),
            Wire.post("/nothing", "text/plain", BODY_BYTES).replace("POST", "GET"));

    /** One of the slow; what came of it. */
    @FunctionalInterface
    private interface Slow {
        String call(Site site, int number) throws IOException, InterruptedException;
    }

    static final Storm HEADS = slow(
            "Slow heads (X02)",
            "Sockets (--sockets) send the beginning of a head, and then every other one a byte each "
                    + BETWEEN_BYTES.toSeconds() + " s.",
            TO_SEND,
            SlowStorms::head);
    static final Storm BODY_SENDERS = slow(
            "Slow bodies (X02)",
            "Sockets (--sockets) send a head that announces a body of 100,000 bytes, for a path that is unknown, to the"
                    + " SOAP service, as an event, and with a GET; then every other one a byte each "
                    + BETWEEN_BYTES.toSeconds() + " s, and the others nothing.",
            TO_SEND,
            SlowStorms::body);
    static final Storm READERS = slow(
            "Slow readers (D17)",
            "Sockets (--sockets) ask for a huge file and read a byte a second.",
            TO_READ,
            SlowStorms::read);
    static final Storm ONE_ADDRESS = Storm.of(
            "All connections of one address (X03)",
            "One address opens --sockets connections and sends the beginning of a head on each."
                    + " Another address is served; the one has no more than " + MOST_OF_ONE + " connections.",
            setting -> Setup.shared(0, setting.sizes().sockets).withPerAddress(MOST_OF_ONE),
            SlowStorms::oneAddress);

    private SlowStorms() {}

    private static Storm slow(String title, String description, Duration closing, Slow slow) {
        String meanwhile = """
             From %d addresses a hundred. While all are there, a hundred new clients come twice, and readiness is asked. \
            %d s later the server keeps no more descriptors than before, but for %d.\
            """.formatted(100 / EACH, closing.toSeconds(), SPARE_DESCRIPTORS);
        return Storm.of(
                title, description + meanwhile, Setup.shared(0), (site, found) -> run(site, found, closing, slow));
    }

    private static void run(Site site, Findings found, Duration closing, Slow slow)
            throws IOException, InterruptedException {
        site.target("huge.bin", HUGE_BYTES);
        Newcomers.warm(site);
        Newcomers.come(site, found, ", before");
        int before = site.descriptorsDownTo(0, SETTLE);
        long allNanos = System.nanoTime() + RAMP.toNanos();
        try (Crowd crowd = Crowd.of(site.sizes().sockets, RAMP, number -> slow.call(site, number))) {
            Waiting.until(allNanos);
            found.measured("descriptors before", before, "");
            found.measured("with all of them", site.server().openDescriptors(), "");
            Newcomers.come(site, found, ", at once");
            Thread.sleep(SETTLE);
            Newcomers.come(site, found, ", later");
            Waiting.until(allNanos + closing.toNanos());
            int after = site.server().openDescriptors();
            found.atMost(
                    "descriptors %d s later".formatted(closing.toSeconds()), after, before + SPARE_DESCRIPTORS, "");
            Newcomers.come(site, found, ", in the end");
            site.say("the slow", crowd.await(Duration.ZERO));
        }
    }

    private static void oneAddress(Site site, Findings found) throws IOException, InterruptedException {
        Newcomers.warm(site);
        int before = site.server().openDescriptors();
        try (Crowd _ = Crowd.of(site.sizes().sockets, RAMP, _ -> send(site, 0, HEAD, true))) {
            Thread.sleep(RAMP.plus(SETTLE));
            Newcomers.come(site, found, "");
            int held = site.server().openDescriptors() - before;
            found.atLeast("connections of the one address", held, MOST_OF_ONE - SPARE_DESCRIPTORS, "");
            found.atMost("the same", held, MOST_OF_ONE + SPARE_DESCRIPTORS, "");
        }
    }

    static String head(Site site, int number) throws IOException {
        return send(site, number / EACH, HEAD, number % 2 == 0);
    }

    static String body(Site site, int number) throws IOException {
        return send(site, number / EACH, BODIES.get(number / 2 % BODIES.size()), number % 2 == 0);
    }

    private static String send(Site site, int client, String opening, boolean trickles) throws IOException {
        try (Wire wire = Wire.open(site, client)) {
            wire.send(opening);
            return wire.trickle(BETWEEN_BYTES, trickles);
        }
    }

    private static String read(Site site, int number) throws IOException, InterruptedException {
        try (Wire wire = Wire.open(site, number / EACH, RECEIVE_BYTES)) {
            wire.send(Wire.get("/files/huge.bin")).head();
            byte[] one = new byte[1];
            while (wire.read(one) > 0) {
                Thread.sleep(1_000);
            }
            return "closed";
        }
    }

    /** Sends this, and holds the connection for a while. */
    static String hold(Site site, int number, String request, Duration length) throws IOException {
        try (Wire wire = Wire.open(site, number / EACH, RECEIVE_BYTES)) {
            wire.send(request);
            return wire.endsWithin(length) ? "closed" : "held";
        }
    }

    /** A process that may have fewer descriptors open than clients come. */
    static final class Descriptors {
        private static final int LIMIT = 600;
        private static final int CLIENTS = 1_000;
        private static final Duration RAMP = Duration.ofSeconds(2);
        private static final Duration FULL = Duration.ofSeconds(5);
        private static final Duration PATIENCE = Duration.ofSeconds(30);
        private static final double MOST_CPU = 0.2;
        /** One a second of each of a few kinds. */
        private static final int MOST_LINES = 15;

        static final Storm STORM = Storm.of(
                "A process without descriptors", """
                    The limit of the running server is set to %d descriptors (prlimit), and %,d connections are opened, which send \
                    nothing. It must not spin meanwhile, nor fill its log, and serve again when they have left.\
                    """.formatted(LIMIT, CLIENTS), Setup.shared(0), Descriptors::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            Newcomers.warm(site);
            int before = site.descriptorsDownTo(0, RAMP);
            String pid = Long.toString(site.server().pid());
            System.out.print(Host.output("prlimit", "--pid", pid, "--nofile=" + LIMIT + ":" + LIMIT));
            try (Crowd _ = Crowd.of(CLIENTS, RAMP, number -> hold(site, number, "", PATIENCE))) {
                Thread.sleep(RAMP.multipliedBy(2));
                long lines = RequestStorms.Logs.lines(site, "");
                Usage usage = site.server().kernelUsage();
                found.atLeast("descriptors, full", site.server().openDescriptors(), LIMIT - 20, "");
                Thread.sleep(FULL);
                Usage.Spent spent = site.server().kernelUsage().since(usage);
                found.atMost("of a core, full", spent.cpuSeconds() / spent.seconds(), MOST_CPU, "");
                String what = "lines of log in %d s, full".formatted(FULL.toSeconds());
                found.atMost(what, RequestStorms.Logs.lines(site, "") - lines, MOST_LINES, "");
            }
            int after = site.descriptorsDownTo(before, PATIENCE);
            found.atMost("descriptors when they have left", after, before + 20, "");
            Newcomers.come(site, found, ", in the end");
        }
    }
}
