package dev.weir.perf.storm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One request after the other from a client that may have one at a time: a client never meets its own place. */
final class SequentialFault {
    private static final int FILE_BYTES = 10_003;
    private static final int CLIENT = 1;

    static final String DESCRIPTION = """
        A plan allows one download and one subscriber. One client downloads %,d bytes --messages times, each time on a \
        new connection, as soon as it has the last byte of the download before. Then it polls as often: every other \
        poll is answered at once, and every other waits 2 ms and gets nothing.\
        """.formatted(FILE_BYTES);

    private SequentialFault() {}

    static Figure.Found run(Storms.Setting setting) throws IOException, InterruptedException {
        int count = setting.sizes().messages();
        try (Site site = Site.open(setting, Part.SEQUENTIAL, Site.plan(0, 1))) {
            byte[] file = site.target("sequential.bin", FILE_BYTES).body().bytes();
            String cursor = publish(site);
            publish(site);
            Map<String, Long> downloads = new TreeMap<>();
            Map<String, Long> polls = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                try (Wire wire = Wire.open(site, CLIENT)) {
                    downloads.merge(
                            new Fetch("/files/sequential.bin", List.of(file)).get(wire, Long.MAX_VALUE), 1L, Long::sum);
                }
            }
            for (int i = 0; i < count; i++) {
                polls.merge(poll(site, i % 2 == 0 ? "after=" + cursor : "timeout=2ms"), 1L, Long::sum);
            }
            System.out.printf("%s: downloads %s, polls %s%n", site.contender(), downloads, polls);
            return site.found(
                    List.of(
                            Figure.exactly("downloads", downloads.getOrDefault(Fetch.WHOLE, 0L), count, ""),
                            Figure.exactly("of them refused", downloads.getOrDefault("status 429", 0L), 0, ""),
                            Figure.exactly(
                                    "polls answered with an event", polls.getOrDefault("200", 0L), count / 2, ""),
                            Figure.exactly("polls without one", polls.getOrDefault("204", 0L), count / 2, ""),
                            Figure.exactly(
                                    "polls refused",
                                    count - polls.getOrDefault("200", 0L) - polls.getOrDefault("204", 0L),
                                    0,
                                    "")),
                    Map.of());
        }
    }

    private static String poll(Site site, String query) throws IOException {
        try (Wire wire = Wire.open(site, CLIENT)) {
            Wire.Head head = wire.send("GET /events/next?" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .head();
            if (head.length() > 0) {
                wire.body(head);
            }
            return Integer.toString(head.status());
        }
    }

    /** Publishes something; the id of the event. */
    private static String publish(Site site) throws IOException {
        try (Wire wire = Wire.open(site, 0)) {
            Wire.Head head = wire.send(Site.publication("x")).head();
            return new String(wire.body(head), StandardCharsets.UTF_8).replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
        }
    }
}
