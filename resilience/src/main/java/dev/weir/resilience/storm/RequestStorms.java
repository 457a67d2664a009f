package dev.weir.resilience.storm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stress tests ({@link Storm}) with malformed requests, and with connections that clients reset. */
final class RequestStorms {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    /** An empty HTTP/2 SETTINGS frame, and then a HEADERS frame on stream 0, which HTTP/2 forbids. */
    private static final byte[] WRONG_FRAMES = {0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 0, 0, 0, 0, 0};

    private static final List<String> REQUESTS = List.of(
            "GET /nobody/%d HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /files/\u001b[31m%d HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "G\u001bT /%d HTTP/9.9\r\nHost: localhost\r\n\r\n",
            "POST /ws HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: 8\r\n\r\n<\u001b%06d",
            "GET / HTTP/1.1\r\nHost: local\u001bhost:%d\r\nX: \u001b[2J\r\n\r\n",
            "GET /files/%%1b%%5b31m%d HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \u001b[31m\r\n\r\n",
            "POST /events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x%d\r\n\r\n",
            "PUT /files/%d HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n");

    private static final List<String> BEGINNINGS =
            List.of("", "GET /files/huge.bin HTT", RawSocket.get("/files/huge.bin"), RawSocket.get("/events"));
    private static final int RESETS_A_SECOND = 1_000;
    private static final int RESETTING_ADDRESSES = 200;

    private static final Pattern LINE = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\S*\\s+([A-Z]+) \\d+ --- \\[[^]]*] \\[[^]]*] (\\S+)\\s+:"
                    + " (.{0,30}).*");

    static Storm logs() {
        int perSecond = 200;
        Duration length = Duration.ofSeconds(20);
        String description = """
            %d strangers a second for %d s send unknown paths, malformed heads and lengths, escape characters, broken \
            SOAP and forbidden HTTP/2 frames, and reset downloads and streams. The lines of the server's log are counted \
            by second and kind. A kind is the level, the logger and the beginning of the message. Lines without a date, \
            such as stack traces, are one more kind.\
            """.formatted(perSecond, length.toSeconds());
        return new Storm("Log lines that strangers cause (X04)", description, (stage, checks) -> {
            stage.serve(Storm.shared(0).with("-Dserver.http2.enabled=true"));
            stage.huge();
            long before = Files.size(stage.log);
            int strangers = (int) (perSecond * length.toSeconds());
            try (Crowd crowd = Crowd.of(strangers, length, number -> ask(stage, number))) {
                stage.say("strangers", crowd.await(Duration.ofSeconds(60)));
            }
            byte[] log = Files.readAllBytes(stage.log);
            String text = new String(log, (int) before, log.length - (int) before, StandardCharsets.ISO_8859_1);
            Map.Entry<String, Long> worst = linesPerSecond(text).entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElse(Map.entry("none", 0L));
            stage.say("most lines in a second", worst.getKey());
            checks.measured("lines in all", text.lines().count(), "");
            checks.atMost("most lines of one kind in a second", worst.getValue(), 1, "");
            checks.exactly("control characters", controls(text), 0);
        });
    }

    static String ask(Stage stage, int number) throws IOException {
        int which = number % (REQUESTS.size() + 2);
        if (which == REQUESTS.size()) {
            return reset(stage, number / 10);
        }
        try (RawSocket socket = stage.connect(number % 1_000)) {
            if (which > REQUESTS.size()) {
                socket.send(PREFACE).send(WRONG_FRAMES).endsWithin(Duration.ofSeconds(1));
                return "http/2";
            }
            return Integer.toString(
                    socket.send(REQUESTS.get(which).formatted(number)).head().status());
        }
    }

    static Map<String, Long> linesPerSecond(String log) {
        Map<String, Long> counts = new TreeMap<>();
        String second = "";
        for (String line : log.split("\n", -1)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                second = matcher.group(1);
                String kind = matcher.group(4).replaceAll("\\d+", "#");
                counts.merge(second + " " + matcher.group(2) + " " + matcher.group(3) + ": " + kind, 1L, Long::sum);
            } else if (!line.isEmpty()) {
                counts.merge(second + " without a date", 1L, Long::sum);
            }
        }
        return counts;
    }

    static long controls(String log) {
        return log.chars()
                .filter(c -> (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
                .count();
    }

    static Storm reset() {
        int times = 4;
        int spare = 5;
        Duration patience = Duration.ofSeconds(90);
        String description = """
            %d times --sockets connections from %d addresses, %,d a second, are opened and reset: with nothing sent, in \
            the middle of a head, in a download, or in a stream of events. A first round warms the server. After a second \
            round the live heap, descriptors and threads are compared with those before it, at most %d s later.\
            """.formatted(times, RESETTING_ADDRESSES, RESETS_A_SECOND, patience.toSeconds());
        return new Storm("Connections that are reset", description, (stage, checks) -> {
            stage.serve(Storm.shared(0));
            stage.huge();
            int count = times * stage.sizes.sockets;
            resetAll(stage, count);
            int before = stage.descriptorsDownTo(0, Duration.ofSeconds(20));
            double heap = stage.heapMegabytes();
            int threads = stage.server().kernelUsage().threads();
            Map<String, Long> outcomes = resetAll(stage, count);
            stage.say("clients", outcomes);
            int after = stage.descriptorsDownTo(before, patience);
            checks.atLeast("opened and reset", outcomes.getOrDefault("reset", 0L), count, "");
            checks.measured("descriptors before", before, "");
            checks.atMost("descriptors after", after, before + spare, "");
            checks.measured("live heap before", heap, "MB");
            checks.atMost("growth of the live heap", stage.heapMegabytes() - heap, 2, "MB");
            checks.measured("threads before", threads, "");
            checks.atMost("threads after", stage.server().kernelUsage().threads(), threads + spare, "");
        });
    }

    private static Map<String, Long> resetAll(Stage stage, int count) throws InterruptedException {
        Duration ramp = Duration.ofMillis(1_000L * count / RESETS_A_SECOND);
        try (Crowd crowd = Crowd.of(count, ramp, number -> reset(stage, number))) {
            return crowd.await(ramp.multipliedBy(2).plusSeconds(30));
        }
    }

    static String reset(Stage stage, int number) throws IOException {
        RawSocket socket = RawSocket.openNarrow(stage.address(), number % RESETTING_ADDRESSES);
        try {
            String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
            socket.send(beginning);
            if (beginning.endsWith("\r\n\r\n")) {
                socket.head();
            }
        } finally {
            socket.leave(true);
        }
        return "reset";
    }
}
