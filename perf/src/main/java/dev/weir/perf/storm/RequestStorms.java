package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Fetch;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setup;
import dev.weir.perf.site.Wire;
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

/** Requests one after the other, and requests that nobody should send. */
final class RequestStorms {
    private RequestStorms() {}

    /** One request after the other from a client that may have one at a time: a client never meets its own place. */
    static final class Sequential {
        private static final int FILE_BYTES = 10_003;
        private static final int CLIENT = 1;

        static final Storm STORM = Storm.of(
                "One request after the other (D15)", """
                    A plan allows one download and one subscriber. One client downloads %,d bytes --messages times, each time on a \
                    new connection, as soon as it has the last byte of the download before. Then it polls as often: every other \
                    poll is answered at once, and every other waits 2 ms and gets nothing.\
                    """.formatted(FILE_BYTES), Setup.shared(0, 1), Sequential::run);

        private static void run(Site site, Findings found) throws IOException {
            int count = site.sizes().messages;
            byte[] file = site.target("sequential.bin", FILE_BYTES).body().bytes();
            String cursor = publish(site);
            publish(site);
            Map<String, Long> downloads = new TreeMap<>();
            Map<String, Long> polls = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                downloads.merge(Fetch.once(site, CLIENT, "sequential.bin", file), 1L, Long::sum);
            }
            for (int i = 0; i < count; i++) {
                polls.merge(poll(site, i % 2 == 0 ? "after=" + cursor : "timeout=2ms"), 1L, Long::sum);
            }
            site.say("downloads", downloads);
            site.say("polls", polls);
            long events = polls.getOrDefault("200", 0L);
            long none = polls.getOrDefault("204", 0L);
            found.exactly("downloads", downloads.getOrDefault(Fetch.WHOLE, 0L), count);
            found.exactly("of them refused", downloads.getOrDefault("status 429", 0L), 0);
            found.exactly("polls answered with an event", events, count / 2);
            found.exactly("polls without one", none, count / 2);
            found.exactly("polls refused", count - events - none, 0);
        }

        private static String poll(Site site, String query) throws IOException {
            try (Wire wire = Wire.open(site, CLIENT)) {
                Wire.Head head = wire.send(Wire.get("/events/next?" + query)).head();
                if (head.length() > 0) {
                    wire.body(head);
                }
                return Integer.toString(head.status());
            }
        }

        /** Publishes something; the id of the event. */
        private static String publish(Site site) throws IOException {
            try (Wire wire = Wire.open(site, 0)) {
                Wire.Head head = wire.send(Wire.publication("x")).head();
                return new String(wire.body(head), StandardCharsets.UTF_8).replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
            }
        }
    }

    /** Strangers who do what may be worth a line in the log, thousands of times: does the log fill? */
    static final class Logs {
        private static final int A_SECOND = 200;
        private static final Duration LENGTH = Duration.ofSeconds(20);
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        /** SETTINGS, then a HEADERS frame on stream 0, which no peer may send. */
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

        /** When, how bad, and by which logger, as Spring Boot prints it. */
        private static final Pattern LINE = Pattern.compile(
                "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\S*\\s+([A-Z]+) \\d+ --- \\[[^]]*] \\[[^]]*] (\\S+)\\s+:"
                        + " (.{0,30}).*");

        static final Storm STORM = Storm.of(
                "Log lines that strangers cause (X04)",
                """
                %d strangers a second for %d s: unknown paths, malformed heads and lengths, escape characters, broken SOAP, \
                HTTP/2 frames that nobody may send, downloads and streams that are reset. Counted are lines of the server's log \
                by second and kind: level, logger and the beginning of the message; lines without a date (stack traces) are \
                a kind of their own.\
                """.formatted(A_SECOND, LENGTH.toSeconds()),
                Setup.shared(0).with("-Dserver.http2.enabled=true"),
                Logs::run);

        private static void run(Site site, Findings found) throws IOException, InterruptedException {
            site.target("huge.bin", 64 << 20);
            long before = Files.size(site.log());
            try (Crowd crowd = Crowd.of((int) (A_SECOND * LENGTH.toSeconds()), LENGTH, number -> ask(site, number))) {
                site.say("strangers", crowd.await(PATIENCE));
            }
            byte[] log = Files.readAllBytes(site.log());
            String text = new String(log, (int) before, log.length - (int) before, StandardCharsets.ISO_8859_1);
            Map.Entry<String, Long> worst = perSecond(text).entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElse(Map.entry("none", 0L));
            site.say("most lines in a second", worst.getKey());
            found.measured("lines in all", text.lines().count(), "");
            found.atMost("most lines a second of a kind", worst.getValue(), 1, "");
            found.exactly("control characters", controls(text), 0);
        }

        static String ask(Site site, int number) throws IOException {
            int which = number % (REQUESTS.size() + 2);
            if (which == REQUESTS.size()) {
                return LeavingStorms.Reset.reset(site, number / 10);
            }
            try (Wire wire = Wire.open(site, number % 1_000)) {
                if (which > REQUESTS.size()) {
                    wire.send(PREFACE).send(WRONG_FRAMES).endsWithin(Duration.ofSeconds(1));
                    return "http/2";
                }
                return Integer.toString(
                        wire.send(REQUESTS.get(which).formatted(number)).head().status());
            }
        }

        /** How many lines of a kind came in the same second, by both. */
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

        /** How many lines of the server's log contain this. */
        static long lines(Site site, String text) throws IOException {
            try (Stream<String> lines = Files.lines(site.log())) {
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
