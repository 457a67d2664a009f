package dev.weir.perf.site;

import dev.weir.perf.load.ClosedLoop.Recorder.Timing;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Small requests beside another load, each on a connection of its own, at instants that were drawn before: a small file
 * by clients of their own, and the server's health.
 *
 * <p>Every time is from the instant that was drawn, so a late generator does not make it shorter. Confined to the
 * generator's loop.
 */
public final class Probes {
    public static final int FILE_BYTES = 4 << 10;
    public static final String FILE_FIRST = FILE_BYTES + " bytes, first byte";
    public static final String HEALTH_FIRST = "health, first byte";
    /** Names of the series of raw values. */
    public static final String FILE_SERIES = "file, first byte, microseconds";

    public static final String HEALTH_SERIES = "health, first byte, microseconds";

    private final Generator generator;
    private final Window window;
    private final Generator.SourceAddresses addresses = Generator.SourceAddresses.ofUpperHalf();
    private final List<Long> fileFirstMicros = new ArrayList<>();
    private final List<Long> fileWholeMicros = new ArrayList<>();
    private final List<Long> healthFirstMicros = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();

    /**
     * What was seen in the window.
     *
     * @param fileFirstMicros until the first byte of the file
     * @param fileWholeMicros until its last byte
     * @param healthFirstMicros until the first byte of the answer
     * @param spent what the server used
     * @param lagMicros how late the generator was
     */
    public record Seen(
            List<Long> fileFirstMicros,
            List<Long> fileWholeMicros,
            List<Long> healthFirstMicros,
            Map<String, Long> errors,
            Usage.Spent spent,
            Histogram lagMicros) {}

    private Probes(Generator generator, Window window) {
        this.generator = generator;
        this.window = window;
    }

    /** Asks for both this often a second, at random, until the end of the window, and waits until what was asked is answered. */
    private static Probes ask(Site site, Window window, int perSecond, long seed)
            throws IOException, InterruptedException {
        Generator generator = site.generator();
        Probes probes = new Probes(generator, window);
        Target small = site.target("4KiB.bin", FILE_BYTES);
        SplittableRandom random = new SplittableRandom(seed);
        generator.execute(() -> {
            probes.next(System.nanoTime(), perSecond, random.split(), at -> probes.file(small, at));
            probes.next(System.nanoTime(), perSecond, random.split(), at -> probes.health(site, at));
        });
        Waiting.until(window.toNanos() + Duration.ofSeconds(1).toNanos());
        return probes;
    }

    /** The same in the window of a storm: the generator polls, and its lag and what the server uses is measured. */
    public static Seen measure(Site site, Window window, int perSecond, long seed)
            throws IOException, InterruptedException {
        Window.SchedulingLag lag = site.lag(window);
        site.generator().poll(true);
        Usage before = site.server().usage();
        Probes probes = ask(site, window, perSecond, seed);
        Usage.Spent spent = site.server().usage().since(before);
        site.generator().poll(false);
        return site.ask(() -> probes.seen(spent, lag.micros()));
    }

    /** For a server that is to get warm: asks for both, and waits for the answers. */
    public static void warm(Site site, Duration length, int perSecond, long seed)
            throws IOException, InterruptedException {
        var _ = ask(site, Window.after(Duration.ZERO, length), perSecond, seed);
    }

    private void next(long afterNanos, int perSecond, SplittableRandom random, LongConsumer probe) {
        long atNanos = afterNanos + (long) (-Math.log(1 - random.nextDouble()) * 1e9 / perSecond);
        if (atNanos - window.toNanos() < 0) {
            generator.at(atNanos, () -> {
                probe.accept(atNanos);
                next(atNanos, perSecond, random, probe);
            });
        }
    }

    private void health(Site site, long meantNanos) {
        var _ = Operator.exchange(
                        generator,
                        site.management(),
                        Generator.anyAddress(),
                        SingleRequest.StatusCheck.get("/actuator/health"))
                .whenComplete((answer, failure) -> {
                    if (failure != null) {
                        fail("health: " + failure.getMessage());
                    } else if (answer.status() != 200) {
                        fail("health: status " + answer.status());
                    } else {
                        note(healthFirstMicros, meantNanos, answer.timing().firstByteNanos());
                    }
                });
    }

    private void file(Target file, long meantNanos) {
        generator.download(file, addresses.next(), new SingleRequest.FileListener() {
            @Override
            public void received(int bytes, long nowNanos) {
                // Both ends are told in finished.
            }

            @Override
            public void finished(Timing timing) {
                note(fileFirstMicros, meantNanos, timing.firstByteNanos());
                note(fileWholeMicros, meantNanos, timing.lastByteNanos());
            }

            @Override
            public void failed(String reason) {
                fail("file: " + reason);
            }
        });
    }

    private void fail(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    private void note(List<Long> micros, long meantNanos, long nanos) {
        if (window.contains(meantNanos)) {
            micros.add(TimeUnit.NANOSECONDS.toMicros(nanos - meantNanos));
        }
    }

    private Seen seen(Usage.Spent spent, Histogram lagMicros) {
        return new Seen(
                List.copyOf(fileFirstMicros),
                List.copyOf(fileWholeMicros),
                List.copyOf(healthFirstMicros),
                Map.copyOf(errors),
                spent,
                lagMicros);
    }
}
