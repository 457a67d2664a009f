package dev.weir.servlet.tuned.async;

import dev.weir.servlet.threads.TimerThread;
import dev.weir.throttle.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that write granted bytes, one per processor. A download belongs to one of them, as a connection belongs to an
 * event loop. They never wait for a client, since they write to non-blocking streams.
 */
final class WriterLoops implements AutoCloseable {
    /** Runs each task on a new virtual thread: for writes that wait for the client, as over HTTP/2. */
    static final Executor VIRTUAL = Thread.ofVirtual().name("weir-stream")::start;

    private final List<TimerThread> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    WriterLoops(int count) {
        for (int i = 0; i < count; i++) {
            loops.add(new TimerThread("weir-writer-" + i));
        }
    }

    /** Chooses the loop of a new download. */
    Executor next() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    List<TimerThread> all() {
        return List.copyOf(loops);
    }

    /** The timer of the throttle. */
    Timer timer() {
        return loops.getFirst();
    }

    @Override
    public void close() {
        loops.forEach(TimerThread::close);
    }
}
