package dev.weir.access;

import java.io.IOException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines of the access log to a file, on a thread of its own. So an event loop never waits for the disk. The
 * queue to this thread has no lock. If the waiting lines take more than {@link #MOST_WAITING} bytes of memory, the
 * writer drops further lines, and counts them. Thread-safe.
 */
final class LineWriter implements AutoCloseable {
    static final int MOST_WAITING = 8 * 1024 * 1024;

    private static final Logger log = LoggerFactory.getLogger(LineWriter.class);

    /**
     * The time in nanoseconds between two checks whether another program has moved the log file
     * ({@link LogFile#follow}).
     */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_CLOSE_MILLIS = 5_000;

    private final LogFile file;
    private final Function<AccessLine, String> format;
    private final LongSupplier nanoClock;
    private final LinkedTransferQueue<AccessLine> queue = new LinkedTransferQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;

    LineWriter(LogFile file, Function<AccessLine, String> format, LongSupplier nanoClock) {
        this.file = file;
        this.format = format;
        this.nanoClock = nanoClock;
        this.thread = Thread.ofPlatform().daemon().name("weir-access-log").start(this::run);
    }

    /**
     * Queues a line, which is then written soon. Drops the line if too many lines wait or the log is closed. Never
     * blocks.
     */
    void write(AccessLine line) {
        if (waiting.addAndGet(line.size()) > MOST_WAITING || closed) {
            waiting.addAndGet(-line.size());
            dropped.increment();
        } else {
            queue.add(line);
        }
    }

    /** Returns how many lines were dropped, or could not be written to the file. */
    long dropped() {
        return dropped.sum() + file.lost();
    }

    private void run() {
        long lookedNanos = nanoClock.getAsLong();
        while (!closed || !queue.isEmpty()) {
            AccessLine line = queue.poll();
            if (line == null) {
                attempt(file::flush);
                line = next();
            }
            if (line != null) {
                waiting.addAndGet(-line.size());
                AccessLine taken = line;
                attempt(() -> append(taken));
            }
            if (nanoClock.getAsLong() - lookedNanos > LOOK_NANOS) {
                lookedNanos = nanoClock.getAsLong();
                attempt(file::follow);
            }
        }
        attempt(file::close);
    }

    private void append(AccessLine line) throws IOException {
        try {
            file.append(format.apply(line));
        } catch (RuntimeException | Error e) {
            dropped.increment();
            throw e;
        }
    }

    private @Nullable AccessLine next() {
        try {
            return queue.poll(LOOK_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return null; // the log is being closed
        }
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            log.warn("Could not write the access log (weir.access-log.file): {}", e.getMessage());
        } catch (RuntimeException | Error e) { // the thread must go on, for example after an OutOfMemoryError
            log.warn("Could not write a line of the access log", e);
        }
    }

    /**
     * Waits until all queued lines are written and the file is closed, but not longer than
     * {@link #LONGEST_CLOSE_MILLIS}.
     */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
