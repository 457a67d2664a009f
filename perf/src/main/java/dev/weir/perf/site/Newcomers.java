package dev.weir.perf.site;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A hundred new clients, all at once, who ask for a small file while somebody attacks: are they served? */
public final class Newcomers {
    private static final int COUNT = 100;
    private static final int BYTES = 4 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double MOST_MILLIS = 1_000;
    private static final int FIRST = 3_000_000;
    private static final String SMALL = "newcomers.bin";
    private static final String READINESS = Wire.get("/actuator/health/readiness");

    private Newcomers() {}

    /** Has them come, for a server that is to get warm. */
    public static void warm(Site site) throws IOException, InterruptedException {
        come(site, new Findings(), ", before");
    }

    /** Has them come, and asks for readiness; the name of each figure ends with {@code when}. */
    public static void come(Site site, Findings found, String when) throws IOException, InterruptedException {
        byte[] body = site.target(SMALL, BYTES).body().bytes();
        List<Long> micros = Collections.synchronizedList(new ArrayList<>());
        try (Crowd crowd = Crowd.of(COUNT, Duration.ofMillis(1), number -> {
            long startNanos = System.nanoTime();
            String outcome = Fetch.once(site, FIRST + number, SMALL, body);
            micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos));
            return outcome;
        })) {
            site.say("newcomers" + when, crowd.await(PATIENCE));
            found.exactly("newcomers served" + when, crowd.counted(Fetch.WHOLE), COUNT);
            double slowest = micros.size() < COUNT ? Double.POSITIVE_INFINITY : Figure.millis(micros, 100);
            found.atMost("the slowest of them" + when, slowest, MOST_MILLIS, "ms");
            found.holds("readiness is up" + when, isReady(site));
        }
    }

    private static boolean isReady(Site site) {
        try {
            return Wire.status(site.management(), FIRST, READINESS) == 200;
        } catch (IOException _) {
            return false;
        }
    }
}
