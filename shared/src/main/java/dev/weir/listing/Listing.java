package dev.weir.listing;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The text of a list of files. {@link #next} returns the text in parts, which are called blocks. Only one thread at a
 * time may call {@code next}, which blocks on the file system. Any thread may call {@link #close}, which does not
 * block. The caller must close the listing.
 */
public final class Listing implements AutoCloseable {
    /**
     * A block of the list is complete as soon as it has this size, in bytes (JSON) or characters (HTML). Its last entry
     * is not cut, so the block may be larger.
     */
    static final int BLOCK_BYTES = 16 * 1024;

    /**
     * The most entries of a folder that one call of {@link #next} reads. So each call is short, even if the folder is
     * large, and the caller soon notices that the client has disconnected.
     */
    static final int BLOCK_ENTRIES = 1000;

    /** Creates the text of a list of files, in parts (blocks). Only one thread at a time calls the methods. */
    interface Source extends AutoCloseable {
        /** Returns the next block, or null after the last block ({@link Listing#next}). */
        byte @Nullable [] next();

        /** Closes the open folders. Called only once. */
        @Override
        void close();
    }

    private final Map<String, String> fields;
    private final Source source;
    /** Whether a call of {@link #next} is running. Guarded by {@code this}. */
    private boolean reading;

    private boolean closed;
    /**
     * The first block, after {@link #readFirst} has read it and before {@link #next} returns it. Otherwise null.
     * Guarded by {@code this}.
     */
    private byte @Nullable [] firstBlock;

    Listing(Map<String, String> fields, Source source) {
        this.fields = fields;
        this.source = source;
    }

    /**
     * Reads the first block of the list, which {@link #next} will return. Throws the same exceptions as {@code next}.
     */
    void readFirst() {
        byte[] block = next();
        synchronized (this) {
            firstBlock = block;
        }
    }

    /** Returns the header fields of the response. */
    public Map<String, String> fields() {
        return fields;
    }

    /**
     * Returns the next block of the list's text in UTF-8, or null after the last block. A block may be empty if the
     * call has read many files that the list omits. After each block, this method lets other virtual threads run.
     * Otherwise, a virtual thread that reads folders would occupy its carrier thread until it waits for the client.
     */
    public byte @Nullable [] next() {
        synchronized (this) {
            if (closed) {
                return null;
            }
            if (firstBlock != null) {
                byte[] block = firstBlock;
                firstBlock = null;
                return block;
            }
            reading = true;
        }
        try {
            return source.next();
        } finally {
            endRead();
            letOthersRun();
        }
    }

    /**
     * Lets all other ready virtual threads run before this one continues. {@link Thread#yield} is not enough: the
     * carrier thread would run this thread again before threads that another thread has started or woken.
     */
    private static void letOthersRun() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1); // the JDK's timer thread wakes this thread, so this thread queues last
        }
    }

    private synchronized void endRead() {
        reading = false;
        if (closed) {
            source.close();
        }
    }

    /** Closes the open folders. If a call of {@link #next} is running, that call closes the folders when it ends. */
    @Override
    public synchronized void close() {
        boolean first = !closed;
        closed = true;
        if (first && !reading) {
            source.close();
        }
    }
}
