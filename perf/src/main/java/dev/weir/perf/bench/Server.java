package dev.weir.perf.bench;

import java.util.function.LongSupplier;

/** The limits of a server, a global one and one of each client, as its threads meet them. */
interface Server extends AutoCloseable {
    /** What a download asks for each time. */
    int CHUNK_BYTES = 20 * 1024;

    /**
     * Opens downloads of as many new clients, for one thread.
     *
     * @return takes the next of them, in turns, one step further: asks, is granted, writes; answers the bytes
     */
    LongSupplier open(int downloads);

    /** @throws IllegalStateException when a download had to wait, so that what was measured is another thing */
    @Override
    void close();
}
