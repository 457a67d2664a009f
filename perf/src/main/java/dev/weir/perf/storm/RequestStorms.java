package dev.weir.perf.storm;

import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@link Storm}s of requests in quick succession, and of malformed requests. */
final class RequestStorms {
    static final class Sequential {
        private static final int FILE_BYTES = 10_003;
        private static final int CLIENT = 1;

        static final Storm STORM = Storm.of(
                "One request after the other (D15)", """
                    A plan allows one download and one subscriber. One client downloads %,d bytes --messages times. Each time it \
                    opens a new connection as soon as it has the last byte of the download before. Then it polls as often: every \
                    second poll is answered at once, and the others wait 2 ms and get no event.\
                    """.formatted(FILE_BYTES), Storm.shared(0, 1), Sequential::run);

        private static void run(Stage stage, Checks checks) throws IOException {
            int count = stage.sizes.messages;
            byte[] file = stage.target("sequential.bin", FILE_BYTES).body().bytes();
            String cursor = publish(stage);
            publish(stage);
            Map<String, Long> downloads = new TreeMap<>();
            Map<String, Long> polls = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                downloads.merge(Fetch.once(stage, CLIENT, "sequential.bin", file), 1L, Long::sum);
            }
            for (int i = 0; i < count; i++) {
                polls.merge(poll(stage, i % 2 == 0 ? "after=" + cursor : "timeout=2ms"), 1L, Long::sum);
            }
            stage.say("downloads", downloads);
            stage.say("polls", polls);
            long events = polls.getOrDefault("200", 0L);
            long none = polls.getOrDefault("204", 0L);
            checks.exactly("downloads", downloads.getOrDefault(Fetch.WHOLE, 0L), count);
            checks.exactly("downloads refused", downloads.getOrDefault("status 429", 0L), 0);
            checks.exactly("polls answered with an event", events, count / 2);
            checks.exactly("polls without an event", none, count / 2);
            checks.exactly("polls refused", count - events - none, 0);
        }

        private static String poll(Stage stage, String query) throws IOException {
            try (RawSocket socket = RawSocket.open(stage, CLIENT)) {
                RawSocket.AnswerHead head =
                        socket.send(RawSocket.get("/events/next?" + query)).head();
                if (head.length() > 0) {
                    socket.body(head);
                }
                return Integer.toString(head.status());
            }
        }

        private static String publish(Stage stage) throws IOException {
            try (RawSocket socket = RawSocket.open(stage, 0)) {
                RawSocket.AnswerHead head =
                        socket.send(RawSocket.publication("x")).head();
                return new String(socket.body(head), StandardCharsets.UTF_8)
                        .replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
            }
        }
    }

    static final class Logs {
        private static final int A_SECOND = 200;
        private static final Duration LENGTH = Duration.ofSeconds(20);
        private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        /** An empty SETTINGS frame, then a HEADERS frame on stream 0. HTTP/2 forbids HEADERS on that stream. */
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

        /** A line of Spring Boot's log: time, level, logger, and the beginning of the message. */
        private static final Pattern LINE = Pattern.compile(
                "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\S*\\s+([A-Z]+) \\d+ --- \\[[^]]*] \\[[^]]*] (\\S+)\\s+:"
                        + " (.{0,30}).*");

        static final Storm STORM = Storm.of(
                "Log lines that strangers cause (X04)",
                """
                %d strangers a second for %d s send unknown paths, malformed heads and lengths, escape characters, broken \
                SOAP and forbidden HTTP/2 frames, and reset downloads and streams. The lines of the server's log are counted \
                by second and kind. A kind is the level, the logger and the beginning of the message. Lines without a date, \
                such as stack traces, are one more kind.\
                """.formatted(A_SECOND, LENGTH.toSeconds()),
                Storm.shared(0).with("-Dserver.http2.enabled=true"),
                Logs::run);

        private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
            stage.target("huge.bin", 64 << 20);
            long before = Files.size(stage.log);
            try (Crowd crowd = Crowd.of((int) (A_SECOND * LENGTH.toSeconds()), LENGTH, number -> ask(stage, number))) {
                stage.say("strangers", crowd.await(Duration.ofSeconds(60)));
            }
            byte[] log = Files.readAllBytes(stage.log);
            String text = new String(log, (int) before, log.length - (int) before, StandardCharsets.ISO_8859_1);
            Map.Entry<String, Long> worst = perSecond(text).entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElse(Map.entry("none", 0L));
            stage.say("most lines in a second", worst.getKey());
            checks.measured("lines in all", text.lines().count(), "");
            checks.atMost("most lines of one kind in a second", worst.getValue(), 1, "");
            checks.exactly("control characters", controls(text), 0);
        }

        static String ask(Stage stage, int number) throws IOException {
            int which = number % (REQUESTS.size() + 2);
            if (which == REQUESTS.size()) {
                return LeavingStorms.Reset.reset(stage, number / 10);
            }
            try (RawSocket socket = RawSocket.open(stage, number % 1_000)) {
                if (which > REQUESTS.size()) {
                    socket.send(PREFACE).send(WRONG_FRAMES).endsWithin(Duration.ofSeconds(1));
                    return "http/2";
                }
                return Integer.toString(socket.send(REQUESTS.get(which).formatted(number))
                        .head()
                        .status());
            }
        }

        static Map<String, Long> perSecond(String log) {
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

        static long lines(Stage stage, String text) throws IOException {
            try (Stream<String> lines = Files.lines(stage.log)) {
                return lines.filter(line -> line.contains(text)).count();
            }
        }

        static long controls(String log) {
            return log.chars()
                    .filter(c -> (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
                    .count();
        }
    }
}
