package dev.weir.reactive.tuned.netty;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Chooses how many bytes of a file to read at once into memory. A larger read needs fewer switches between threads for
 * the same bytes. While the bodies hold {@link #MOST_FOR_LARGE} bytes or more, reads are small. Thread-safe.
 */
final class ReadSizes {
    /** The size in bytes of a small read: the maximum of a TLS record, and the default maximum of an HTTP/2 frame. */
    static final int SMALL = 16 * 1024;

    static final int LARGE = 4 * SMALL;

    /** Reads are small while all bodies together hold at least this number of bytes. With a small heap, it is less. */
    static final long MOST_FOR_LARGE = Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 8);

    private final AtomicLong held = new AtomicLong();

    /** Returns the most bytes that the next read may take. */
    int most() {
        return held.get() < MOST_FOR_LARGE ? LARGE : SMALL;
    }

    /** Adds {@code bytes} to the number of bytes that all bodies hold. A negative number subtracts. */
    void hold(long bytes) {
        held.addAndGet(bytes);
    }
}
