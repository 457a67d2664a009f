package dev.weir.perf.storm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Strangers who do what may be worth a line in the log, thousands of times: does the log fill? */
final class LogsFault {
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
            "POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 8\r\n\r\n<\u001b%06d",
            "GET / HTTP/1.1\r\nHost: local\u001bhost:%d\r\nX: \u001b[2J\r\n\r\n",
            "GET /files/%%1b%%5b31m%d HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \u001b[31m\r\n\r\n",
            "POST /events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x%d\r\n\r\n",
            "PUT /files/%d HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n");

    /** When, how bad, and by which logger, as Spring Boot prints it. */
    private static final Pattern LINE = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\S*\\s+([A-Z]+) \\d+ --- \\[[^]]*] \\[[^]]*] (\\S+)\\s+:"
                    + " (.{0,30}).*");

    static final String DESCRIPTION = """
        %d strangers a second for %d s: unknown paths, malformed heads and lengths, escape characters, broken SOAP, \
        HTTP/2 frames that nobody may send, downloads and streams that are reset. Counted are lines of the server's log \
        by second and kind: level, logger and the beginning of the message; lines without a date (stack traces) are \
        a kind of their own.\
        """.formatted(A_SECOND, LENGTH.toSeconds());

    private LogsFault() {}

    static Figure.Found run(Storms.Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, Part.LOGS, 0, "-Dserver.http2.enabled=true")) {
            site.target("huge.bin", 64 << 20);
            long before = Files.size(site.log());
            try (Crowd crowd = Crowd.of((int) (A_SECOND * LENGTH.toSeconds()), LENGTH, number -> ask(site, number))) {
                System.out.printf("%s: %s%n", site.contender(), crowd.await(PATIENCE));
            }
            byte[] log = Files.readAllBytes(site.log());
            String text = new String(log, (int) before, log.length - (int) before, StandardCharsets.ISO_8859_1);
            Map<String, Long> perSecond = perSecond(text);
            String worst = perSecond.entrySet().stream()
                    .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                    .map(Map.Entry::getKey)
                    .orElse("none");
            System.out.printf("%s: most lines in a second: %s%n", site.contender(), worst);
            return site.found(
                    List.of(
                            Figure.told("lines in all", text.lines().count(), ""),
                            Figure.atMost(
                                    "most lines a second of a kind",
                                    perSecond.values().stream()
                                            .mapToDouble(n -> n)
                                            .max()
                                            .orElse(0),
                                    1,
                                    ""),
                            Figure.exactly("control characters", controls(text), 0, "")),
                    Map.of());
        }
    }

    static String ask(Site site, int number) throws IOException {
        int which = number % (REQUESTS.size() + 2);
        if (which == REQUESTS.size()) {
            return LeavingFaults.Reset.reset(site, number / 10);
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

    static long controls(String log) {
        return log.chars()
                .filter(c -> (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
                .count();
    }
}
