package dev.weir.perf.site;

import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.Connections;
import dev.weir.perf.load.Download;
import dev.weir.perf.load.Exchange;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

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
    private static final String HEALTH = Exchange.get("/actuator/health");

    private final Generator generator;
    private final Window window;
    private final Connections.SourceAddresses addresses = Connections.SourceAddresses.ofUpperHalf();
    private final List<Long> fileFirstMicros = new ArrayList<>();
    private final List<Long> fileWholeMicros = new ArrayList<>();
    private final List<Long> healthFirstMicros = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();

    /** Asks nothing yet; what is asked in the window counts. */
    private Probes(Generator generator, Window window) {
        this.generator = generator;
        this.window = window;
    }

    /** The same of a site's 4 KiB file and health; waits until the window is over, and what was asked in it is answered. */
    public static Probes ask(Site site, Window window, int perSecond, long seed)
            throws IOException, InterruptedException {
        Probes probes = new Probes(site.generator(), window);
        Target small = site.target("4KiB.bin", FILE_BYTES);
        site.generator()
                .execute(() -> probes.start(
                        small, site.server().management().address(), perSecond, new SplittableRandom(seed)));
        Site.sleepUntil(window.toNanos() + Duration.ofSeconds(1).toNanos());
        return probes;
    }

    /** Asks for both so often a second, at random, until the end of the window. On the generator's loop. */
    private void start(Target file, InetSocketAddress management, int perSecond, SplittableRandom random) {
        arrivals(perSecond, random, at -> file(file, at));
        arrivals(perSecond, random, at -> health(management, at));
    }

    /** One probe, meant for an instant. */
    @FunctionalInterface
    private interface Probe {
        void ask(long meantNanos);
    }

    private void arrivals(int perSecond, SplittableRandom random, Probe probe) {
        next(System.nanoTime(), perSecond, random.split(), probe);
    }

    private void next(long afterNanos, int perSecond, SplittableRandom random, Probe probe) {
        long atNanos = afterNanos + (long) (-Math.log(1 - random.nextDouble()) * 1e9 / perSecond);
        if (atNanos - window.toNanos() < 0) {
            generator.at(atNanos, () -> {
                probe.ask(atNanos);
                next(atNanos, perSecond, random, probe);
            });
        }
    }

    private void health(InetSocketAddress management, long meantNanos) {
        Exchange.start(generator, management, Generator.anyAddress(), HEALTH, new Exchange.Listener() {
            @Override
            public void answered(int status, ClosedLoop.Recorder.Timing timing) {
                if (status == 200) {
                    note(healthFirstMicros, meantNanos, timing.firstByteNanos());
                } else {
                    failed("status " + status);
                }
            }

            @Override
            public void failed(String reason) {
                errors.merge("health: " + reason, 1L, Long::sum);
            }
        });
    }

    private void file(Target file, long meantNanos) {
        generator.download(file, addresses.next(), new Download.Listener() {
            @Override
            public void received(int bytes, long nowNanos) {
                // Both ends are told in finished.
            }

            @Override
            public void finished(ClosedLoop.Recorder.Timing timing) {
                note(fileFirstMicros, meantNanos, timing.firstByteNanos());
                note(fileWholeMicros, meantNanos, timing.lastByteNanos());
            }

            @Override
            public void failed(String reason) {
                errors.merge("file: " + reason, 1L, Long::sum);
            }
        });
    }

    private void note(List<Long> micros, long meantNanos, long nanos) {
        if (window.contains(meantNanos)) {
            micros.add(TimeUnit.NANOSECONDS.toMicros(nanos - meantNanos));
        }
    }

    /** First byte of the answer. On the generator's loop. */
    public List<Long> fileFirstMicros() {
        return List.copyOf(fileFirstMicros);
    }

    /** Last byte of the file. On the generator's loop. */
    public List<Long> fileWholeMicros() {
        return List.copyOf(fileWholeMicros);
    }

    /** First byte of the answer. On the generator's loop. */
    public List<Long> healthFirstMicros() {
        return List.copyOf(healthFirstMicros);
    }

    /** On the generator's loop. */
    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }
}
