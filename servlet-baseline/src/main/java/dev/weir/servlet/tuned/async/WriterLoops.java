package dev.weir.servlet.tuned.async;

import dev.weir.servlet.threads.TimerThread;
import dev.weir.throttle.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that write downloads and events without blocking, one per processor. Each download or event stream is
 * assigned to one thread.
 */
final class WriterLoops implements AutoCloseable {
    /** Runs each task on a new virtual thread, for writes that block until the client reads. */
    static final Executor VIRTUAL = virtual();

    private final List<TimerThread> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    WriterLoops(int count) {
        for (int i = 0; i < count; i++) {
            loops.add(new TimerThread("weir-writer-" + i));
        }
    }

    /** Returns the thread for a new download, in round-robin order. */
    Executor next() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    /**
     * Creates an executor like {@link #VIRTUAL}, for one download. If downloads shared an executor, the throttle would
     * deliver their grants (permissions to send) in one task. In this task, a client that does not read would hold up
     * the other clients.
     */
    static Executor virtual() {
        return Thread.ofVirtual().name("weir-stream")::start;
    }

    List<TimerThread> all() {
        return List.copyOf(loops);
    }

    Timer timer() {
        return loops.getFirst();
    }

    @Override
    public void close() {
        loops.forEach(TimerThread::close);
    }
}
