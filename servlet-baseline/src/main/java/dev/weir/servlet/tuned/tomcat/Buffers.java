package dev.weir.servlet.tuned.tomcat;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Direct buffers for the way from a file to a socket, lent for one write: who waits holds none.
 *
 * <p>Thread-safe; never waits. More writers at once than there are buffers kept get a new one each.
 */
final class Buffers {
    private static final int BYTES = 64 * 1024;
    private static final int MOST_KEPT = 64;

    private final BlockingQueue<ByteBuffer> kept = new ArrayBlockingQueue<>(MOST_KEPT);

    /** An empty buffer of 64 KiB, to be given back. */
    ByteBuffer take() {
        ByteBuffer buffer = kept.poll();
        return buffer == null ? ByteBuffer.allocateDirect(BYTES) : buffer.clear();
    }

    void giveBack(ByteBuffer buffer) {
        kept.offer(buffer);
    }
}
