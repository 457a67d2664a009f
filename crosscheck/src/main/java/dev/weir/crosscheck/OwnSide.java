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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/**
 * A load of one scenario, by this project's load generator.
 *
 * @param polls whether the generator busy-polls in the window, for which it needs a core of its own
 */
record OwnSide(Generator generator, Duration settle, boolean polls, Starter starter) implements Side {
    private static final long PID = ProcessHandle.current().pid();

    private static final Duration POLLS_BEFORE = Duration.ofMillis(300);

    OwnSide(Generator generator, Duration settle, Starter starter) {
        this(generator, settle, true, starter);
    }

    /** Returns the same load without busy polls, for the warm-up, in which the server uses both cores. */
    OwnSide warmUp() {
        return new OwnSide(generator, settle, false, starter);
    }

    interface Starter {
        Started start(Window window) throws InterruptedException;
    }

    /** A load that runs. Both parts are called on the generator's event loop, after the window. */
    record Started(Callable<Map<String, Double>> figures, Runnable breakOff) {}

    /** Users download a file again and again, as in scenario S1. */
    static OwnSide users(Generator generator, Target target, int users, Duration settle) {
        return new OwnSide(generator, settle, window -> {
            ClosedLoop load = new ClosedLoop(generator, target, window).start(users, Duration.ofSeconds(1));
            return new Started(
                    () -> {
                        Map<String, Double> figures = new LinkedHashMap<>();
                        figures.put("downloads/s", load.responseMicros().getTotalCount() / window.seconds());
                        figures.put("response, mean, ms", load.responseMicros().getMean() / 1e3);
                        figures.put(
                                "time to the first byte of the file, mean, ms",
                                load.bodyWaitMicros().getMean() / 1e3);
                        figures.put(FAULTS, sum(load.errors()));
                        return figures;
                    },
                    load::breakOff);
        });
    }

    /** Each client downloads a file that is too large to end, as in scenario S1x. */
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
                        Map<String, Double> figures = new LinkedHashMap<>();
                        figures.put(
                                "MiB/s",
                                rates.stream().mapToDouble(Double::doubleValue).sum() / 1024);
                        figures.put("rate of a download, median, KiB/s", rates.get((clients - 1) / 2));
                        figures.put("rate of the slowest download, KiB/s", rates.getFirst());
                        figures.put(
                                "time to the first byte of the file, mean, ms",
                                load.firstByteNanos().stream()
                                                .mapToDouble(nanos -> nanos - meanStart)
                                                .average()
                                                .orElse(Double.NaN)
                                        / 1e6);
                        figures.put("gap between arrivals, p99, ms", millis(load.gapMicros(), 99));
                        figures.put(FAULTS, sum(load.errors()));
                        return figures;
                    },
                    load::breakOff);
        });
    }

    /** Clients poll for the next event, as in scenario S2. */
    static OwnSide polls(Generator generator, InetSocketAddress server, int clients, Duration settle, Duration ramp) {
        return events(generator, server, EventLoad.Kind.POLLS, clients, settle, ramp, 0.5, found -> {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("answers/s", found.deliveredPerSecond());
            figures.put(POLL_TIME, found.pollMicros().getMean() / 1e3);
            return figures;
        });
    }

    /** Clients subscribe to an event stream, as in scenario S2x. */
    static OwnSide subscribers(
            Generator generator, InetSocketAddress server, int clients, Duration settle, Duration ramp, int perSecond) {
        return events(generator, server, EventLoad.Kind.STREAMS, clients, settle, ramp, perSecond, found -> {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("deliveries/s", found.deliveredPerSecond());
            figures.put("delay, p50, ms", millis(found.latencyMicros(), 50));
            figures.put("delay, p99, ms", millis(found.latencyMicros(), 99));
            figures.put(
                    "delay of the last subscriber, mean, ms", found.lastMicros().getMean() / 1e3);
            return figures;
        });
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
            EventFigures names) {
        return new OwnSide(generator, settle, window -> {
            EventLoad load = new EventLoad(generator, server, kind, 1);
            load.listen(clients, ramp, settle.minus(ramp).minusSeconds(1));
            generator.execute(() -> load.publish(window, perSecond, 1));
            return new Started(
                    () -> {
                        EventRecorder.EventRecording found = load.recording();
                        Map<String, Double> figures = names.of(found);
                        figures.put(FAULTS, sum(found.errors())); // these include the events that did not come
                        return figures;
                    },
                    load::breakOff);
        });
    }

    private static double sum(Map<String, Long> errors) {
        return errors.values().stream().mapToLong(Long::longValue).sum();
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
