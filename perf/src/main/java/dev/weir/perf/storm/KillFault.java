package dev.weir.perf.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Kills the server while a thousand download, and starts it again: all end with the right bytes. */
final class KillFault {
    private static final int DOWNLOADS = 1_000;
    private static final int FILE_BYTES = 2 << 20;
    private static final long RATE_BYTES = 128 << 10;
    private static final Duration RAMP = Duration.ofSeconds(2);
    private static final int THREADS = 200;
    private static final Duration TO_COME = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    static final String DESCRIPTION = """
        %,d clients download %,d bytes at %,d B/s each. When all have begun, or as many as have a thread, and a third of their time is over, the server is killed by \
        SIGKILL, and started again on the same port. A client whose connection breaks asks again every %d ms, by \
        Range and If-Range. Every byte is compared, those of all parts together (stricter than a digest).\
        """.formatted(DOWNLOADS, FILE_BYTES, RATE_BYTES, AGAIN.toMillis());

    private KillFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        try (Site site = Site.open(setting, Part.KILL, RATE_BYTES)) {
            List<byte[]> file =
                    List.of(site.target("kill.bin", FILE_BYTES).body().bytes());
            AtomicInteger resumed = new AtomicInteger();
            AtomicInteger anew = new AtomicInteger();
            long endNanos = System.nanoTime() + PATIENCE.toNanos();
            try (Crowd crowd = Crowd.of(DOWNLOADS, RAMP, number -> {
                Fetch fetch = new Fetch("/files/kill.bin", file);
                String outcome = Fetch.SHORT;
                while (System.nanoTime() - endNanos < 0 && outcome.equals(Fetch.SHORT)) {
                    try (Wire wire = Wire.open(site, number)) {
                        outcome = fetch.get(wire, Long.MAX_VALUE);
                    } catch (IOException _) {
                        Thread.sleep(AGAIN);
                    }
                }
                resumed.addAndGet(fetch.resumed());
                anew.addAndGet(fetch.anew());
                return outcome;
            })) {
                int together = Math.min(DOWNLOADS, setting.contender().listeners(DOWNLOADS, THREADS));
                var _ = site.reaches("weir.downloads.active", together, TO_COME);
                Thread.sleep(Duration.ofSeconds(FILE_BYTES / RATE_BYTES / 3));
                site.kill();
                long killedNanos = System.nanoTime();
                site.restart();
                double downSeconds = (System.nanoTime() - killedNanos) / 1e9;
                Map<String, Long> outcomes = crowd.await(PATIENCE);
                System.out.printf("%s: %s%n", site.contender(), outcomes);
                return site.found(
                        Part.KILL,
                        List.of(
                                Figure.exactly("ended with the right bytes", crowd.counted(Fetch.WHOLE), DOWNLOADS, ""),
                                Figure.atLeast("went on with 206", resumed.get(), 1, "times"),
                                Figure.exactly("had to begin again, though the file is the same", anew.get(), 0, ""),
                                Figure.told("the server was away", downSeconds, "s")),
                        crowd.except(Fetch.WHOLE));
            }
        }
    }
}
