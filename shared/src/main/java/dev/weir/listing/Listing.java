package dev.weir.listing;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a list of files, which {@link #next} returns in blocks. Only one thread at a time may call {@code next},
 * which blocks on the file system. Any thread may call {@link #close}, which does not block. The caller must close the
 * listing.
 */
public final class Listing implements AutoCloseable {
    /** The size from which a block is complete, in bytes. The last entry of a block may exceed it. */
    static final int BLOCK_BYTES = 16 * 1024;

    /**
     * The most entries that one call of {@link #next} reads. So the caller soon notices that the client has left, even
     * if a folder is large.
     */
    static final int BLOCK_ENTRIES = 1000;

    /** Creates the blocks of a list. Only one thread at a time calls a method. */
    interface Source extends AutoCloseable {
        /** Like {@link Listing#next}. */
        byte @Nullable [] next();

        /** Closes the open folders. Not called twice. */
        @Override
        void close();
    }

    private final Map<String, String> fields;
    private final Source source;
    /** Whether a call of {@link #next} is running. Guarded by {@code this}. */
    private boolean reading;

    private boolean closed;
    /** The first block until {@link #next} returns it. Guarded by {@code this}. */
    private byte @Nullable [] firstBlock;

    Listing(Map<String, String> fields, Source source) {
        this.fields = fields;
        this.source = source;
    }

    /** Reads the first block, which {@link #next} will return. Throws what {@code next} would throw. */
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
     * Returns the next block of the text in UTF-8, or null after the last block. A block may be empty if the call has
     * seen many files that it does not list. After each block, lets another virtual thread run. Otherwise, a virtual
     * thread that reads folders would keep its carrier thread until it waits for the client.
     */
    @SuppressWarnings("ThreadPriorityCheck") // no result depends on whether another thread runs
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
            Thread.yield();
        }
    }

    private synchronized void endRead() {
        reading = false;
        if (closed) {
            source.close();
        }
    }

    /** Closes the open folders, or lets the running call of {@link #next} close them when it ends. */
    @Override
    public synchronized void close() {
        boolean first = !closed;
        closed = true;
        if (first && !reading) {
            source.close();
        }
    }
}
