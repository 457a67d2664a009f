package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.SchedulingLag;
import dev.weir.perf.server.CpuClock;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * How late our generator's loop is at a high rate, and what of its core that takes.
 *
 * @param perSecond Poisson arrivals planned a second
 */
record Lag(
        double perSecond,
        double answeredPerSecond,
        double p50Micros,
        double p99Micros,
        double maxMicros,
        double core,
        double serviceP50Micros,
        double responseP50Micros,
        double responseP99Micros,
        long lost) {
    static final double MOST_MICROS = 1000;
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final long SEED = 10_000;

    static Lag measure(Load load, double perSecond, Duration length) throws IOException, InterruptedException {
        load.generator().poll(true);
        Load.Running running = load.open(Arrivals.poisson(perSecond, SEED), TO_CONNECT, length);
        SchedulingLag lag = load.generator().ask(() -> SchedulingLag.probe(load.generator(), running.window()));
        double before = busySeconds(load.generator());
        long beforeNanos = System.nanoTime();
        RequestRecorder.RequestRecording recording = running.recording();
        load.generator().poll(false);
        double core = (busySeconds(load.generator()) - before) * 1e9 / (System.nanoTime() - beforeNanos);
        Histogram micros = load.generator().ask(lag::micros);
        Histogram response = recording.responseMicros();
        return new Lag(
                perSecond,
                recording.answeredPerSecond(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(99),
                micros.getMaxValue(),
                core,
                recording.serviceMicros().getValueAtPercentile(50),
                response.getValueAtPercentile(50),
                response.getValueAtPercentile(99),
                Comparison.Figures.of(recording).errors());
    }

    /** What this process used, without what it used to ask in vain. */
    private static double busySeconds(Generator generator) throws IOException, InterruptedException {
        return CpuClock.HostStat.ownCpuSeconds() - generator.ask(generator::idleSeconds);
    }

    boolean met() {
        return p99Micros <= MOST_MICROS && lost == 0 && Math.abs(answeredPerSecond / perSecond - 1) <= 0.01;
    }

    String markdown() {
        return ("%n## Scheduling lag at %.0f requests/s (Poisson), on nginx%n%np50 %.0f us, p99 %.0f us (target %.0f"
            + " us: %s), max %.0f us; %.0f requests/s answered, %d lost; %.0f %% of the generator's core. Response p50"
            + " %.0f us, p99 %.0f us; service p50 %.0f us.%n")
                .formatted(
                        perSecond,
                        p50Micros,
                        p99Micros,
                        MOST_MICROS,
                        met() ? "met" : "MISSED",
                        maxMicros,
                        answeredPerSecond,
                        lost,
                        core * 100,
                        responseP50Micros,
                        responseP99Micros,
                        serviceP50Micros);
    }
}
