package dev.weir.watch.sample;

import dev.weir.events.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** Samples all servers twice a second, at the same instant, and appends the samples to an event log as one event. */
public final class Sampling implements AutoCloseable {
    private static final long PERIOD_MILLIS = 500;
    /** How long a sample waits for the slowest server, whose previous figures it then shows. */
    private static final long PATIENCE_MILLIS = 350;

    private record Snapshot(long millis, List<ServerSample> servers, Map<String, Boolean> loads) {}

    private final EventLog log;
    private final List<Reader> readers;
    private final Callable<ClientSide> clients;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("weir-samples").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param clients called on the sampling thread, before each sample */
    public Sampling(EventLog log, List<WatchedServer> servers, Callable<ClientSide> clients) {
        this.log = log;
        this.readers = servers.stream().map(Reader::new).toList();
        this.clients = clients;
    }

    public Sampling start() {
        var _ = clock.scheduleAtFixedRate(this::tick, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void tick() {
        try {
            CompletableFuture<?>[] readings =
                    readers.stream().map(Reader::begin).toArray(CompletableFuture<?>[]::new);
            ClientSide side = clients.call();
            CompletableFuture.allOf(readings)
                    .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .get();
            List<ServerSample> samples = new ArrayList<>();
            for (int i = 0; i < readers.size(); i++) {
                samples.add(readers.get(i)
                        .with(i < side.figures().size() ? side.figures().get(i) : Map.of()));
            }
            Snapshot snapshot = new Snapshot(System.currentTimeMillis(), samples, side.loads());
            log.append("samples", "sample", JsonMapper.shared().writeValueAsString(snapshot));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close() ends this thread
        } catch (Exception e) {
            System.err.println("weir: a sample failed: " + e);
        }
    }

    /** Reads one server, one reading at a time. */
    private final class Reader {
        private final WatchedServer server;
        private volatile ServerSample latest;
        private CompletableFuture<?> reading = CompletableFuture.completedFuture(null); // only the clock's thread

        Reader(WatchedServer server) {
            this.server = server;
            latest = server.last();
        }

        CompletableFuture<?> begin() {
            if (reading.isDone()) {
                reading = CompletableFuture.runAsync(this::read, threads);
            }
            return reading;
        }

        private void read() {
            try {
                latest = server.sample();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        ServerSample with(Map<String, Double> seen) {
            ServerSample sample = latest;
            Map<String, Double> figures = new HashMap<>(sample.figures());
            if (sample.state() == ServerSample.State.UP) {
                figures.putAll(seen);
            }
            return new ServerSample(
                    sample.name(), sample.address(), sample.state(), figures, sample.refused(), sample.rates());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
