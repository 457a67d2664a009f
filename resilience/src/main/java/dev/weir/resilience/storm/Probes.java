package dev.weir.resilience.storm;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.SingleRequest;
import dev.weir.perf.load.SingleRequest.Timing;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.load.Window.SchedulingLag;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/** Sends small requests while another load runs. The time of a request is measured from its planned start. */
final class Probes {
    static final int FILE_BYTES = 4 << 10;
    static final String FILE_FIRST = FILE_BYTES + " bytes, first byte";
    static final String HEALTH_FIRST = "health, first byte";
    static final String FILE_SERIES = "file, first byte, microseconds";
    static final String HEALTH_SERIES = "health, first byte, microseconds";

    private final Stage stage;
    private final Window window;
    private final Generator.SourceAddresses addresses = Generator.SourceAddresses.ofUpperHalf();
    private final List<Long> fileFirstMicros = new ArrayList<>();
    private final List<Long> fileWholeMicros = new ArrayList<>();
    private final List<Long> healthFirstMicros = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();

    record ProbeTimes(
            List<Long> fileFirstMicros,
            List<Long> fileWholeMicros,
            List<Long> healthFirstMicros,
            Map<String, Long> errors,
            Usage.Spent spent,
            Histogram lagMicros) {
        void checkFile(Checks checks, double mostMillis) {
            checks.times(FILE_FIRST, FILE_SERIES, fileFirstMicros, mostMillis);
        }

        void checkHealth(Checks checks, double mostMillis) {
            checks.times(HEALTH_FIRST, HEALTH_SERIES, healthFirstMicros, mostMillis);
        }
    }

    private Probes(Stage stage, Window window) {
        this.stage = stage;
        this.window = window;
    }

    static ProbeTimes measure(Stage stage, Window window, int perSecond, long seed)
            throws IOException, InterruptedException {
        SchedulingLag lag = SchedulingLag.probe(stage.generator, window);
        stage.generator.poll(true);
        Usage before = stage.server().usage();
        Probes probes = new Probes(stage, window);
        probes.ask(perSecond, seed);
        Usage.Spent spent = stage.server().usage().since(before);
        stage.generator.poll(false);
        return stage.ask(() -> new ProbeTimes(
                List.copyOf(probes.fileFirstMicros),
                List.copyOf(probes.fileWholeMicros),
                List.copyOf(probes.healthFirstMicros),
                Map.copyOf(probes.errors),
                spent,
                lag.micros()));
    }

    static void warm(Stage stage, Duration length, int perSecond, long seed) throws IOException, InterruptedException {
        new Probes(stage, Window.after(Duration.ZERO, length)).ask(perSecond, seed);
    }

    private void ask(int perSecond, long seed) throws IOException, InterruptedException {
        Target small = stage.target("4KiB.bin", FILE_BYTES);
        plan(Arrivals.poisson(perSecond, seed), atNanos -> file(small, atNanos));
        plan(Arrivals.poisson(perSecond, seed + 1), this::health);
        Waiting.until(window.toNanos() + Duration.ofSeconds(1).toNanos());
    }

    private void plan(Arrivals arrivals, LongConsumer probe) {
        long nowNanos = System.nanoTime();
        arrivals.within(Duration.ofNanos(window.toNanos() - nowNanos), offset -> {
            long atNanos = nowNanos + offset;
            stage.generator.at(atNanos, () -> probe.accept(atNanos));
        });
    }

    private void health(long plannedNanos) {
        var _ = SingleRequest.StatusCheck.send(
                        stage.generator, stage.management(), Generator.anyAddress(), RawSocket.get("/actuator/health"))
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        fail("health: " + failure.getMessage());
                    } else if (reply.status() != 200) {
                        fail("health: status " + reply.status());
                    } else {
                        note(healthFirstMicros, plannedNanos, reply.timing().firstByteNanos());
                    }
                });
    }

    private void file(Target file, long plannedNanos) {
        stage.generator.download(file, addresses.next(), new SingleRequest.FileListener() {
            @Override
            public void finished(Timing timing) {
                note(fileFirstMicros, plannedNanos, timing.firstByteNanos());
                note(fileWholeMicros, plannedNanos, timing.lastByteNanos());
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

    private void note(List<Long> micros, long plannedNanos, long nanos) {
        if (window.contains(plannedNanos)) {
            micros.add(TimeUnit.NANOSECONDS.toMicros(nanos - plannedNanos));
        }
    }
}
