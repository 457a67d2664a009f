package dev.weir.bench;

import com.google.common.net.InetAddresses;
import dev.weir.clients.Client;
import dev.weir.clients.Clients;
import dev.weir.clients.Plan;
import dev.weir.clients.Use;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** A simulated server that uses Weir's throttle. Each grant runs as a task on a simulated event loop. */
final class ThrottleServer implements ThrottleBenchmark.LimitedServer {
    private static final int MOST = 100_000;
    private static final int SPINS = 1_000;
    /** Maximum number of downloads of an event loop that have asked for a chunk and wait for the grant. */
    private static final int MOST_ASKED = 64;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().daemon().name("timer").unstarted(task));
    private final AtomicInteger addresses = new AtomicInteger();
    private final Throttle throttle;
    private final Clients clients;

    /**
     * @param globalRate the rate limit of all clients together, in bytes per second, or 0 for no limit
     * @param clientRate the rate limit of each client, in bytes per second, or 0 for no limit
     * @param waiting the number of other clients that always wait in the throttle's queue
     */
    ThrottleServer(long globalRate, long clientRate, int waiting) {
        TokenBucket global = new TokenBucket(globalRate, globalRate, System.nanoTime());
        throttle = new Throttle(global, Chunk.Time.fixed(Duration.ofMillis(100)), this::schedule, System::nanoTime);
        clients = clients(clientRate, clientRate);
        Clients slow = clients(1, CHUNK_BYTES);
        IntStream.range(0, waiting)
                .mapToObj(_ -> throttle.open(enter(slow).share(), Runnable::run, _ -> {}))
                .forEach(download -> download.ask(CHUNK_BYTES));
    }

    @Override
    public LongSupplier open(int downloads) {
        return new Downloads(downloads);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        if (waited()) {
            throw new IllegalStateException("waited");
        }
    }

    boolean waited() {
        return throttle.counts().wakeups() > 0;
    }

    private Runnable schedule(Runnable task, long delayNanos) {
        Future<?> scheduled = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    private Clients clients(long rate, long capacity) {
        Plan plan = new Plan("bench", rate, capacity, 1, 1, 1, 1, false, false);
        return new Clients(throttle, List.of(), plan, new Clients.Limits(MOST, MOST, MOST), System::nanoTime);
    }

    private Client enter(Clients known) {
        InetAddress address = InetAddresses.fromInteger(0x0a00_0000 + addresses.getAndIncrement());
        return known.enter(null, address, Use.DOWNLOAD);
    }

    /**
     * An event loop with {@code count} downloads. While some downloads wait for their grants, it asks for other
     * downloads, as a server does. Used by one thread.
     */
    private final class Downloads implements LongSupplier {
        /** The tasks of a simulated event loop. The benchmark's thread runs them. */
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

        private final Queue<Download> idle = new ArrayDeque<>();
        private int asked;
        private int granted;

        Downloads(int count) {
            for (int i = 0; i < count; i++) {
                Download[] self = new Download[1];
                self[0] = throttle.open(enter(clients).share(), tasks::add, _ -> granted(self[0]));
                idle.add(self[0]);
            }
        }

        private void granted(Download download) {
            idle.add(download);
            asked--;
            granted++;
        }

        @Override
        public long getAsLong() {
            while (granted == 0) {
                while (asked < MOST_ASKED && !idle.isEmpty()) {
                    asked++;
                    idle.remove().ask(CHUNK_BYTES);
                }
                awaitTask().run();
            }
            granted--;
            return CHUNK_BYTES;
        }

        private Runnable awaitTask() {
            Runnable task = tasks.poll();
            for (int spins = 0; task == null; spins++) { // another thread may add it a moment later
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(1); // the other thread may need this core
                }
                task = tasks.poll();
            }
            return task;
        }
    }
}
