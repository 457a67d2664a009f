package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Thousands of sockets that send or read next to nothing: others are served meanwhile, and the server closes them. */
final class SlowFault {
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
    private static final String BODY =
            " HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 100000\r\n\r\n";
    private static final List<String> BODIES = List.of(
            "POST /nothing" + BODY.formatted("text/plain"),
            "POST /ws" + BODY.formatted("text/xml"),
            "POST /events" + BODY.formatted("text/plain").replace("\r\n\r\n", "\r\n" + Site.AUTHORIZATION + "\r\n"),
            "GET /nothing" + BODY.formatted("text/plain"));

    static final String HEADS =
            "Sockets (--sockets) send the beginning of a head, and then every other one a byte each "
                    + BETWEEN_BYTES.toSeconds() + " s." + meanwhile(TO_SEND);
    static final String BODY_SENDERS =
            "Sockets (--sockets) send a head that announces a body of 100,000 bytes, for a path that is unknown, to the"
                    + " SOAP service, as an event, and with a GET; then every other one a byte each "
                    + BETWEEN_BYTES.toSeconds() + " s, and the others nothing." + meanwhile(TO_SEND);
    static final String READERS =
            "Sockets (--sockets) ask for a huge file and read a byte a second." + meanwhile(TO_READ);
    static final String ONE_ADDRESS =
            "One address opens --sockets connections and sends the beginning of a head on each."
                    + " Another address is served; the one has no more than " + MOST_OF_ONE + " connections.";

    private static String meanwhile(Duration closing) {
        return """
             From %d addresses a hundred. While all are there, a hundred new clients come twice, and readiness is asked. \
            %d s later the server keeps no more descriptors than before, but for %d.\
            """.formatted(100 / EACH, closing.toSeconds(), SPARE_DESCRIPTORS);
    }

    private SlowFault() {}

    static Figure.Found heads(Setting setting) throws IOException, InterruptedException {
        return run(setting, TO_SEND, SlowFault::head);
    }

    static Figure.Found bodies(Setting setting) throws IOException, InterruptedException {
        return run(setting, TO_SEND, SlowFault::body);
    }

    static Figure.Found readers(Setting setting) throws IOException, InterruptedException {
        return run(setting, TO_READ, (site, number) -> {
            try (Wire wire = Wire.open(site, number / EACH, RECEIVE_BYTES)) {
                wire.send("GET /files/huge.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
                wire.head();
                byte[] one = new byte[1];
                while (wire.read(one) > 0) {
                    Thread.sleep(1_000);
                }
                return "closed";
            }
        });
    }

    static Figure.Found oneAddress(Setting setting) throws IOException, InterruptedException {
        int most = setting.sizes().sockets();
        try (Site site = Site.open(setting, Site.plan(0, most).withPerAddress(MOST_OF_ONE))) {
            List<Figure> figures = new ArrayList<>();
            Newcomers.come(site, ", before");
            int before = site.server().openDescriptors();
            try (Crowd _ = Crowd.of(setting.sizes().sockets(), RAMP, number -> {
                return send(Wire.open(site, 0), HEAD, true);
            })) {
                Thread.sleep(RAMP.plus(SETTLE));
                figures.addAll(Newcomers.come(site, ""));
                int held = site.server().openDescriptors() - before;
                figures.add(
                        Figure.atLeast("connections of the one address", held, MOST_OF_ONE - SPARE_DESCRIPTORS, ""));
                figures.add(Figure.atMost("the same", held, MOST_OF_ONE + SPARE_DESCRIPTORS, ""));
            }
            return site.found(figures, Map.of());
        }
    }

    /** One of the slow; what came of it. */
    @FunctionalInterface
    private interface Slow {
        String call(Site site, int number) throws IOException, InterruptedException;
    }

    static String head(Site site, int number) throws IOException {
        return send(Wire.open(site, number / EACH), HEAD, number % 2 == 0);
    }

    static String body(Site site, int number) throws IOException {
        return send(Wire.open(site, number / EACH), BODIES.get(number / 2 % BODIES.size()), number % 2 == 0);
    }

    private static String send(Wire opened, String opening, boolean trickles) throws IOException {
        try (Wire wire = opened.send(opening)) {
            while (!wire.endsWithin(BETWEEN_BYTES)) {
                if (trickles) {
                    wire.send("a");
                }
            }
            return "closed";
        }
    }

    private static Figure.Found run(Setting setting, Duration closing, Slow slow)
            throws IOException, InterruptedException {
        int count = setting.sizes().sockets();
        try (Site site = Site.open(setting, 0)) {
            site.target("huge.bin", HUGE_BYTES);
            Newcomers.come(site, ", before");
            List<Figure> figures = new ArrayList<>(Newcomers.come(site, ", before"));
            int before = site.descriptorsDownTo(0, SETTLE);
            long allNanos = System.nanoTime() + RAMP.toNanos();
            try (Crowd crowd = Crowd.of(count, RAMP, number -> slow.call(site, number))) {
                Site.sleepUntil(allNanos);
                figures.add(Figure.told("descriptors before", before, ""));
                figures.add(Figure.told("with all of them", site.server().openDescriptors(), ""));
                figures.addAll(Newcomers.come(site, ", at once"));
                Thread.sleep(SETTLE);
                figures.addAll(Newcomers.come(site, ", later"));
                Site.sleepUntil(allNanos + closing.toNanos());
                int after = site.server().openDescriptors();
                figures.add(Figure.atMost(
                        "descriptors %d s later".formatted(closing.toSeconds()),
                        after,
                        before + SPARE_DESCRIPTORS,
                        ""));
                figures.addAll(Newcomers.come(site, ", in the end"));
                System.out.printf("%s: %s%n", site.contender(), crowd.await(Duration.ZERO));
            }
            return site.found(figures, Map.of());
        }
    }
}
