package dev.weir.servlet.tuned.async;

import dev.weir.throttle.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that write granted bytes, one per processor. A download belongs to one of them, as a connection belongs to an
 * event loop. They never wait for a client, since they write to non-blocking streams.
 */
final class WriterLoops implements AutoCloseable {
    /** Runs each task on a new virtual thread: for writes that wait for the client, as over HTTP/2. */
    static final Executor VIRTUAL = Thread.ofVirtual().name("weir-stream")::start;

    private final List<ScheduledThreadPoolExecutor> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    WriterLoops(int count) {
        for (int i = 0; i < count; i++) {
            ScheduledThreadPoolExecutor loop = new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("weir-writer-" + i).factory());
            loop.setRemoveOnCancelPolicy(true);
            loops.add(loop);
        }
    }

    /** Chooses the loop of a new download. */
    Executor next() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    List<ScheduledExecutorService> all() {
        return List.copyOf(loops);
    }

    /** The timer of the throttle. */
    Timer timer() {
        return timer(loops.getFirst());
    }

    /** A timer that runs its tasks on a loop. */
    static Timer timer(ScheduledExecutorService loop) {
        return (task, delayNanos) -> {
            Future<?> alarm = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        };
    }

    @Override
    public void close() {
        loops.forEach(ScheduledThreadPoolExecutor::shutdownNow);
    }
}
