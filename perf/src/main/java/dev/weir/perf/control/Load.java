package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.CpuClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/** Runs our generator on one target, and waits for what it has to say. */
record Load(Generator generator, Target target, int connections) {
    private static final Duration TO_DRAIN = Duration.ofSeconds(30);

    /** An open load under way. */
    record Running(Generator generator, RequestRecorder recorder, RequestLoad load, Window window) {
        /** Waits until every request of the window is answered, or says with which errors it is not. */
        RequestRecorder.RequestRecording recording() throws InterruptedException {
            long leftNanos = window.toNanos() - System.nanoTime() + TO_DRAIN.toNanos();
            try {
                load.over().get(leftNanos, TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new IllegalStateException(
                        "requests still under way: "
                                + generator.ask(recorder::recording).errors(),
                        e);
            } finally {
                generator.execute(load::close);
            }
            return generator.ask(recorder::recording);
        }
    }

    RequestRecorder.RequestRecording closed(Duration length) throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = generator.ask(() ->
                RequestLoad.ClosedRequests.start(generator, target, recorder, connections, Generator::anyAddress));
        return new Running(generator, recorder, load, window).recording();
    }

    /** Starts after {@code ramp}, which leaves time to connect. */
    Running open(Arrivals arrivals, Duration ramp, Duration length) throws InterruptedException {
        Window window = Window.after(ramp, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = generator.ask(() -> RequestLoad.OpenLoop.start(
                generator, target, recorder, connections, Generator::anyAddress, arrivals, window.fromNanos()));
        return new Running(generator, recorder, load, window);
    }

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
            Window.SchedulingLag lag =
                    load.generator().ask(() -> Window.SchedulingLag.probe(load.generator(), running.window()));
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
            return ("%n## Scheduling lag at %.0f requests/s (Poisson), on nginx%n%np50 %.0f us, p99 %.0f us (target"
                + " %.0f us: %s), max %.0f us; %.0f requests/s answered, %d lost; %.0f %% of the generator's core."
                + " Response p50 %.0f us, p99 %.0f us; service p50 %.0f us.%n")
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
}
