package dev.weir.perf.site;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A hundred new clients, all at once, who ask for a small file while somebody attacks: are they served? */
public final class Newcomers {
    private static final int COUNT = 100;
    private static final int BYTES = 4 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double MOST_MILLIS = 1_000;
    private static final int FIRST = 3_000_000;
    private static final String SMALL = "newcomers.bin";
    private static final String READINESS = "GET /actuator/health/readiness HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private Newcomers() {}

    /** Has them come; what they saw as figures, each of whose names ends so. */
    public static List<Figure> come(Site site, String when) throws IOException, InterruptedException {
        byte[] body = site.target(SMALL, BYTES).body().bytes();
        List<Long> micros = Collections.synchronizedList(new ArrayList<>());
        try (Crowd crowd = Crowd.of(COUNT, Duration.ofMillis(1), number -> {
            long startNanos = System.nanoTime();
            try (Wire wire = Wire.open(site, FIRST + number)) {
                String outcome = new Fetch("/files/" + SMALL, List.of(body)).get(wire, Long.MAX_VALUE);
                micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos));
                return outcome;
            }
        })) {
            Map<String, Long> outcomes = crowd.await(PATIENCE);
            boolean ready = isReady(site);
            System.out.printf("%s: newcomers%s: %s%n", site.contender(), when, outcomes);
            return List.of(
                    Figure.exactly("newcomers served" + when, crowd.counted(Fetch.WHOLE), COUNT, ""),
                    Figure.atMost(
                            "the slowest of them" + when,
                            micros.size() < COUNT ? Double.POSITIVE_INFINITY : Figure.millis(micros, 100),
                            MOST_MILLIS,
                            "ms"),
                    Figure.exactly("readiness is up" + when, ready ? 1 : 0, 1, ""));
        }
    }

    /** Whether the server calls itself ready, by its management port. */
    public static boolean isReady(Site site) {
        try {
            return Wire.status(site.server().management().address(), FIRST, READINESS) == 200;
        } catch (IOException _) {
            return false;
        }
    }
}
