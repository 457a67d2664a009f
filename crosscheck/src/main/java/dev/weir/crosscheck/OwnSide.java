package dev.weir.crosscheck;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.ClosedLoop;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Proc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/**
 * A load of one scenario, by this project's load generator.
 *
 * @param polls whether the generator busy-polls during the measurement, for which it needs a CPU core of its own
 */
record OwnSide(Generator generator, Duration settle, boolean polls, Starter starter) implements Side {
    private static final long PID = ProcessHandle.current().pid();

    private static final Duration POLLS_BEFORE = Duration.ofMillis(300);

    OwnSide(Generator generator, Duration settle, Starter starter) {
        this(generator, settle, true, starter);
    }

    /**
     * Returns this load for the warm-up, in which the server may use both CPU cores. The load generator does not
     * busy-poll, so that it leaves CPU time to the server.
     */
    OwnSide warmUp() {
        return new OwnSide(generator, settle, false, starter);
    }

    interface Starter {
        Started start(Window window) throws InterruptedException;
    }

    /**
     * A running load.
     *
     * @param figures returns what the load has measured. Called on the event loop after the measuring window
     * @param breakOff ends the load. Called on the event loop after {@code figures}
     */
    record Started(Callable<Map<String, Double>> figures, Runnable breakOff) {}

    /** Creates a load in which users download a file again and again, as in scenario S1. */
    static OwnSide users(Generator generator, Target target, int users, Duration settle) {
        return new OwnSide(generator, settle, window -> {
            ClosedLoop load = new ClosedLoop(generator, target, window).start(users, Duration.ofSeconds(1));
            return new Started(
                    () -> ScenarioCheck.figures(
                            Crossed.S1,
                            load.errors(),
                            load.responseMicros().getTotalCount() / window.seconds(),
                            load.responseMicros().getMean() / 1e3,
                            load.bodyWaitMicros().getMean() / 1e3),
                    load::breakOff);
        });
    }

    /** Creates a load in which no download ends, because the file is very large, as in scenario S1x. */
    static OwnSide downloads(Generator generator, Target target, int clients, Duration settle, Duration ramp) {
        return new OwnSide(generator, settle, window -> {
            DownloadLoad load = DownloadLoad.endless(generator, target, clients);
            generator.ask(() -> load.measure(window));
            long startNanos = System.nanoTime();
            load.start(ramp);
            return new Started(
                    () -> {
                        double meanStart = startNanos + ramp.toNanos() * (clients - 1.0) / (2 * clients);
                        List<Double> rates = load.bytesInWindow().stream()
                                .map(bytes -> bytes / 1024 / window.seconds())
                                .sorted()
                                .toList();
                        return ScenarioCheck.figures(
                                Crossed.S1X,
                                load.errors(),
                                rates.stream().mapToDouble(Double::doubleValue).sum() / 1024,
                                rates.get((clients - 1) / 2),
                                rates.getFirst(),
                                load.firstByteNanos().stream()
                                                .mapToDouble(nanos -> nanos - meanStart)
                                                .average()
                                                .orElse(Double.NaN)
                                        / 1e6,
                                millis(load.gapMicros(), 99));
                    },
                    load::breakOff);
        });
    }

    /** Creates a load in which clients poll for the next event, as in scenario S2. */
    static OwnSide polls(Generator generator, InetSocketAddress server, int clients, Duration settle, Duration ramp) {
        return events(generator, server, EventLoad.Kind.POLLS, clients, settle, ramp, 0.5, OwnSide::ofPolls);
    }

    /** Creates a load in which clients subscribe to an event stream, as in scenario S2x. */
    static OwnSide subscribers(
            Generator generator, InetSocketAddress server, int clients, Duration settle, Duration ramp, int perSecond) {
        return events(generator, server, EventLoad.Kind.STREAMS, clients, settle, ramp, perSecond, OwnSide::ofStreams);
    }

    private static Map<String, Double> ofPolls(EventRecorder.EventRecording found) {
        double meanMillis = found.pollMicros().getMean() / 1e3;
        return ScenarioCheck.figures(Crossed.S2, found.errors(), found.deliveredPerSecond(), meanMillis);
    }

    private static Map<String, Double> ofStreams(EventRecorder.EventRecording found) {
        return ScenarioCheck.figures(
                Crossed.S2X,
                found.errors(),
                found.deliveredPerSecond(),
                millis(found.latencyMicros(), 50),
                millis(found.latencyMicros(), 99),
                found.lastMicros().getMean() / 1e3);
    }

    private interface EventFigures {
        Map<String, Double> of(EventRecorder.EventRecording found);
    }

    private static OwnSide events(
            Generator generator,
            InetSocketAddress server,
            EventLoad.Kind kind,
            int clients,
            Duration settle,
            Duration ramp,
            double perSecond,
            EventFigures figures) {
        return new OwnSide(generator, settle, window -> {
            EventLoad load = new EventLoad(generator, server, kind, 1);
            load.listen(clients, ramp, settle.minus(ramp).minusSeconds(1));
            generator.execute(() -> load.publish(window, perSecond, 1));
            return new Started(
                    // The errors include the events that did not come.
                    () -> figures.of(load.recording()), load::breakOff);
        });
    }

    private static double millis(Histogram micros, double percent) {
        return micros.getValueAtPercentile(percent) / 1e3;
    }

    @Override
    public Running start(Window window) throws InterruptedException {
        Started load = starter.start(window);
        generator.at(window.fromNanos() - POLLS_BEFORE.toNanos(), () -> generator.poll(polls));
        return new Running() {
            @Override
            public double cpuSeconds() throws InterruptedException {
                Generator.Effort effort = generator.effort();
                return effort.processSeconds() - effort.idleSeconds();
            }

            @Override
            public long rssBytes() throws IOException {
                return Proc.Stat.of(PID).rssBytes();
            }

            @Override
            public Map<String, Double> figures() throws InterruptedException {
                Waiting.until(window.toNanos() + Duration.ofSeconds(1).toNanos()); // the last deliveries
                return generator.ask(load.figures);
            }

            @Override
            public void close() {
                generator.poll(false);
                generator.execute(load.breakOff);
            }
        };
    }
}
