package dev.weir.watch.sample;

import dev.weir.events.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * Appends a sample to an event log every 250 ms, as one event. A sample shows the last reading of each server. Reads
 * the servers only for every other sample, because a reading costs them CPU time. Reads all servers at the same time.
 */
public final class Sampling implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;
    private static final int SAMPLES_PER_READING = 2;
    /** How long a sample waits for the slowest server. After that, the sample shows this server's previous figures. */
    private static final long PATIENCE_MILLIS = 100;

    private record Snapshot(long millis, List<ServerSample> servers, Map<String, Boolean> loads) {}

    private final EventLog log;
    private final List<Reader> readers;
    private final Callable<ClientSide> clients;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("weir-samples").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private int samples; // only the clock's thread uses it

    /** @param clients returns what the clients have measured. Called on the sampling thread for each sample */
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
            if (samples++ % SAMPLES_PER_READING == 0) {
                readAll();
            }
            ClientSide side = clients.call();
            List<ServerSample> servers = new ArrayList<>();
            for (int i = 0; i < readers.size(); i++) {
                ServerSample sample = readers.get(i).server.now();
                servers.add(
                        i < side.figures().size() ? with(sample, side.figures().get(i)) : sample);
            }
            Snapshot snapshot = new Snapshot(System.currentTimeMillis(), servers, side.loads());
            log.append("samples", "sample", JsonMapper.shared().writeValueAsString(snapshot));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // close() ends this thread
        } catch (Exception e) {
            System.err.println("weir: a sample failed: " + e);
        }
    }

    private void readAll() throws InterruptedException, ExecutionException {
        CompletableFuture<?>[] readings = readers.stream().map(Reader::begin).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(readings)
                .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .get();
    }

    /** Adds what the clients have measured, unless the server is starting or gone. */
    private static ServerSample with(ServerSample sample, Map<String, Double> seen) {
        if (sample.state() != ServerSample.State.UP && sample.state() != ServerSample.State.SILENT) {
            return sample;
        }
        Map<String, Double> figures = new HashMap<>(sample.figures());
        figures.putAll(seen);
        return new ServerSample(
                sample.name(), sample.address(), sample.state(), figures, sample.refused(), sample.rates());
    }

    /** Reads one server, with one reading at a time. Only the sampling thread starts readings. */
    private final class Reader {
        private final WatchedServer server;
        private CompletableFuture<?> reading = CompletableFuture.completedFuture(null);

        Reader(WatchedServer server) {
            this.server = server;
        }

        CompletableFuture<?> begin() {
            if (reading.isDone()) {
                reading = CompletableFuture.runAsync(this::read, threads);
            }
            return reading;
        }

        private void read() {
            try {
                server.read();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
