package dev.weir.servlet.tuned.tomcat;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Pools direct buffers for copying from a file to a socket. A waiting download holds no buffer. Thread-safe. Never
 * blocks.
 */
final class Buffers {
    private static final int BYTES = 64 * 1024;
    private static final int MOST_KEPT = 64;

    private final BlockingQueue<ByteBuffer> kept = new ArrayBlockingQueue<>(MOST_KEPT);

    /** Lends an empty buffer of 64 KiB. The caller must return it with {@link #giveBack}. */
    ByteBuffer take() {
        ByteBuffer buffer = kept.poll();
        return buffer == null ? ByteBuffer.allocateDirect(BYTES) : buffer.clear();
    }

    void giveBack(ByteBuffer buffer) {
        kept.offer(buffer);
    }
}
