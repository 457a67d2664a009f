package dev.weir.config.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Registers the meters of connections and of the threads that serve requests. Once a second, a separate thread measures
 * how long a task waits for a serving thread. {@link #close} ends the measuring thread.
 */
public final class WorkerMeters implements MeterBinder, AutoCloseable {
    private static final long BETWEEN_PROBES_SECONDS = 1;

    private static final Duration[] LAGS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15)
    };

    private final Workers workers;
    private final ScheduledExecutorService probing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("weir-probe").factory());

    public WorkerMeters(Workers workers) {
        this.workers = workers;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("weir.connections.open", workers, Workers::connections)
                .description("open connections of clients")
                .register(registry);
        Gauge.builder("weir.connections.max", workers, Workers::mostConnections)
                .description("connections that the server accepts at once")
                .register(registry);
        Gauge.builder("weir.threads.busy", workers, Workers::busy)
                .description("threads or event loops that serve requests now")
                .register(registry);
        Gauge.builder("weir.threads.max", workers, Workers::most)
                .description("threads or event loops that can serve requests at once; NaN means no limit")
                .register(registry);
        Gauge.builder("weir.threads.queue", workers, Workers::queued)
                .description("tasks that wait for a thread or an event loop")
                .register(registry);
        probe(Timer.builder("weir.threads.lag")
                .description("time for which a task waits for a thread or an event loop, measured once a second")
                .serviceLevelObjectives(LAGS)
                .register(registry));
    }

    private void probe(Timer lag) {
        List<QueueProbe> probes = new ArrayList<>(); // used only by the probing thread
        var _ = probing.scheduleWithFixedDelay(
                () -> {
                    if (probes.isEmpty()) { // Tomcat has no executor before it starts
                        workers.executors()
                                .forEach(executor -> probes.add(new QueueProbe(executor, System::nanoTime, lag)));
                    }
                    probes.forEach(QueueProbe::send);
                },
                BETWEEN_PROBES_SECONDS,
                BETWEEN_PROBES_SECONDS,
                TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        probing.shutdownNow();
    }
}
