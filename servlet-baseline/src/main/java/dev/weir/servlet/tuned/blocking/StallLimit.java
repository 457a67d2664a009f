package dev.weir.servlet.tuned.blocking;

import dev.weir.throttle.Timer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Aborts an HTTP/2 event stream if one of its writes blocks for too long. Tomcat's own time-out is the same for all
 * HTTP/2 streams, but downloads need a different one. Confined to one thread.
 */
final class StallLimit extends OutputStream {
    /** Maximum number of bytes in one write. The client must read them within the time limit. */
    private static final int PIECE_BYTES = 8 * 1024;

    private final OutputStream out;
    private final long limitNanos;
    private final Deadline deadline;
    private volatile boolean writing;

    /** @param breakOff makes a blocked write fail. Runs on the timer's thread */
    StallLimit(OutputStream out, Duration limit, Timer timer, Runnable breakOff) {
        this.out = out;
        this.limitNanos = limit.toNanos();
        this.deadline = new Deadline(timer, () -> {
            if (writing) {
                breakOff.run();
            }
        });
    }

    private interface Write {
        void run() throws IOException;
    }

    private void limited(Write write) throws IOException {
        deadline.set(System.nanoTime() + limitNanos);
        writing = true;
        try {
            write.run();
        } finally {
            writing = false;
        }
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        for (int at = from; at < from + count; at += PIECE_BYTES) {
            int begin = at;
            limited(() -> out.write(bytes, begin, Math.min(PIECE_BYTES, from + count - begin)));
        }
    }

    @Override
    public void flush() throws IOException {
        limited(out::flush);
    }

    /** Cancels the time limit. Does not close the wrapped output. */
    @Override
    public void close() {
        deadline.close();
    }
}
