package dev.weir.perf.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A server whose heap is too small for those who come: it refuses some, and lives. */
final class HeapFault {
    private static final String HEAP = "-Xmx96m";
    private static final int EACH = 50;
    private static final Duration RAMP = Duration.ofSeconds(5);
    private static final Duration HOLD = Duration.ofSeconds(10);
    private static final String FIELDS = " HTTP/1.1\r\nHost: localhost\r\n";

    static final String DESCRIPTION = """
        The server has %s. --sockets subscribers come, and leave after %d s; then as many polls, downloads that are slow, \
        and half of a SOAP body of 1 MB each. Some may be refused. In the end a hundred new clients are served, and \
        nowhere memory ran out.\
        """.formatted(HEAP, HOLD.toSeconds());

    private HeapFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        Map<String, String> requests = new LinkedHashMap<>();
        requests.put("subscribers", "GET /events" + FIELDS + "\r\n");
        requests.put("polls", "GET /events/next?timeout=60s" + FIELDS + "\r\n");
        requests.put("downloads", "GET /files/huge.bin" + FIELDS + "\r\n");
        requests.put(
                "bodies",
                "POST /ws" + FIELDS + "Content-Type: text/xml\r\nContent-Length: 1000000\r\n\r\n"
                        + "<a>".repeat(170_000));
        List<Figure> figures = new ArrayList<>();
        try (Site site = Site.open(setting, Part.HEAP, 1_000, "-Xms32m", HEAP)) {
            site.target("huge.bin", 64 << 20);
            Newcomers.come(site, ", before");
            for (Map.Entry<String, String> request : requests.entrySet()) {
                try (Crowd crowd = Crowd.of(setting.sizes().sockets(), RAMP, number -> {
                    try (Wire wire = Wire.open(site, number / EACH, 4 << 10)) {
                        wire.send(request.getValue());
                        return wire.endsWithin(RAMP.plus(HOLD)) ? "closed" : "held";
                    }
                })) {
                    Thread.sleep(RAMP.plus(HOLD));
                    System.out.printf("%s: %s %s%n", site.contender(), request.getKey(), crowd.await(HOLD));
                    figures.add(Figure.told(request.getKey() + " that were held", crowd.counted("held"), ""));
                }
            }
            site.descriptorsDownTo(0, HOLD);
            figures.addAll(Newcomers.come(site, ", in the end"));
            try (Stream<String> lines = Files.lines(site.log())) {
                figures.add(Figure.exactly(
                        "lines of the log that tell of OutOfMemoryError",
                        lines.filter(line -> line.contains("OutOfMemoryError")).count(),
                        0,
                        ""));
            }
            return site.found(Part.HEAP, figures, Map.of());
        }
    }
}
