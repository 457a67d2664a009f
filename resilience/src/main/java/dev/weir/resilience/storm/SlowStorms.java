package dev.weir.resilience.storm;

import dev.weir.perf.load.Waiting;
import dev.weir.perf.result.Checks;
import dev.weir.resilience.storm.Crowd.Newcomers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Stress tests ({@link Storm}) with thousands of connections that send or read almost nothing. */
final class SlowStorms {
    private static final int EACH = 50; // of each attacking address, far below the server's limit
    private static final int MOST_OF_ONE = 1_000;
    private static final Duration RAMP = Duration.ofSeconds(5);
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(5);
    private static final int SPARE_DESCRIPTORS = 20; // those that the server may open for other uses
    private static final String HEAD = "GET /files/newcomers.bin HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    private static final int BODY_BYTES = 100_000;
    private static final List<String> BODIES = List.of(
            RawSocket.post("/nothing", "text/plain", BODY_BYTES),
            RawSocket.post("/ws", "text/xml", BODY_BYTES),
            RawSocket.post("/events", "text/plain", BODY_BYTES, RawSocket.AUTHORIZATION),
            RawSocket.post("/nothing", "text/plain", BODY_BYTES).replace("POST", "GET"));

    private interface SlowClient {
        String call(Stage stage, int number) throws IOException, InterruptedException;
    }

    static final Storm HEADS = slow(
            "Slow heads (X02)",
            "Sockets (--sockets) send the beginning of a head. Then every second one sends a byte every "
                    + BETWEEN_BYTES.toSeconds() + " s.",
            45, // the server closes a slow head after 30 s
            SlowStorms::head);
    static final Storm BODY_SENDERS = slow(
            "Slow bodies (X02)",
            "Sockets (--sockets) send a head that announces a body of 100,000 bytes: to an unknown path, to the SOAP"
                    + " service, as an event, and with GET. Then every second one sends a byte every "
                    + BETWEEN_BYTES.toSeconds() + " s, and the others send nothing.",
            45, // the server closes a slow body after 30 s
            SlowStorms::body);
    static final Storm READERS = slow(
            "Slow readers (D17)",
            "Sockets (--sockets) ask for a huge file and read a byte a second.",
            90, // the server closes a client that reads less than 1 KiB in 60 s
            SlowStorms::read);
    static final Storm ONE_ADDRESS = new Storm(
            "All connections of one address (X03)",
            "One address opens --sockets connections and sends the beginning of a head on each. The server lets it"
                    + " keep at most " + MOST_OF_ONE + " connections and serves other addresses.",
            SlowStorms::oneAddress);

    private static Storm slow(String title, String description, int secondsToClose, SlowClient slow) {
        String meanwhile = """
             Each attacking address has %d of them. While all are connected, a hundred new clients ask twice for a \
            file, and the server must be ready. %d s later the server has at most %d descriptors more than before. \
            Server and generator share both cores.\
            """.formatted(EACH, secondsToClose, SPARE_DESCRIPTORS);
        return new Storm(title, description + meanwhile, (stage, checks) -> {
            stage.serve(Storm.shared(0));
            stage.huge();
            Newcomers.warm(stage);
            Newcomers.come(stage, checks, ", before");
            int before = stage.descriptorsDownTo(0, SETTLE);
            long allNanos = System.nanoTime() + RAMP.toNanos();
            try (Crowd crowd = Crowd.of(stage.sizes.sockets, RAMP, number -> slow.call(stage, number))) {
                Waiting.until(allNanos);
                checks.measured("descriptors before", before, "");
                int connected = stage.server().openDescriptors() - before;
                checks.atLeast("slow clients connected", connected, 0.99 * stage.sizes.sockets, "");
                Newcomers.come(stage, checks, ", at once");
                Thread.sleep(SETTLE);
                Newcomers.come(stage, checks, ", later");
                Waiting.until(allNanos + Duration.ofSeconds(secondsToClose).toNanos());
                int after = stage.server().openDescriptors();
                String when = "descriptors %d s later".formatted(secondsToClose);
                checks.atMost(when, after, before + SPARE_DESCRIPTORS, "");
                Newcomers.come(stage, checks, ", at the end");
                stage.say("slow clients", crowd.await(Duration.ZERO));
            }
        });
    }

    private static void oneAddress(Stage stage, Checks checks) throws IOException, InterruptedException {
        stage.serve(Storm.shared(0, stage.sizes.sockets).with("-Dweir.connections.max-per-address=" + MOST_OF_ONE));
        Newcomers.warm(stage);
        int before = stage.server().openDescriptors();
        try (Crowd _ = Crowd.of(stage.sizes.sockets, RAMP, _ -> send(stage, 0, HEAD, true))) {
            Thread.sleep(RAMP.plus(SETTLE));
            Newcomers.come(stage, checks, "");
            int held = stage.server().openDescriptors() - before;
            int least = MOST_OF_ONE - SPARE_DESCRIPTORS;
            checks.between("connections of the one address", held, least, MOST_OF_ONE + SPARE_DESCRIPTORS, "");
        }
    }

    static String head(Stage stage, int number) throws IOException {
        return send(stage, number / EACH, HEAD, number % 2 == 0);
    }

    static String body(Stage stage, int number) throws IOException {
        return send(stage, number / EACH, BODIES.get(number / 2 % BODIES.size()), number % 2 == 0);
    }

    private static String send(Stage stage, int client, String opening, boolean trickles) throws IOException {
        try (RawSocket socket = stage.connect(client)) {
            socket.send(opening);
            return socket.trickle(BETWEEN_BYTES, trickles);
        }
    }

    private static String read(Stage stage, int number) throws IOException, InterruptedException {
        try (RawSocket socket = RawSocket.openNarrow(stage.address(), number / EACH)) {
            socket.send(RawSocket.get("/files/huge.bin")).head();
            byte[] one = new byte[1];
            while (socket.read(one) > 0) {
                Thread.sleep(1_000);
            }
            return "closed";
        }
    }

    static String hold(Stage stage, int number, String request, Duration length) throws IOException {
        try (RawSocket socket = RawSocket.openNarrow(stage.address(), number / EACH)) {
            socket.send(request);
            return socket.endsWithin(length) ? "closed" : "held";
        }
    }
}
