package dev.weir.connection;

/**
 * How many connections the heap has room for.
 *
 * <p>A stranger can open as many connections as a server accepts, and have a request wait on each. If the heap were smaller
 * than what these requests keep, the server would run out of memory.
 */
public final class ConnectionMemory {
    /** Heap that the server uses without any connection, rounded up. */
    static final long OWN_BYTES = 48L << 20;

    private ConnectionMemory() {}

    /**
     * The number of connections that the server may accept: what is configured, or what fits.
     *
     * @param configured how many connections the operator allows
     * @param heapBytes the largest size of the heap, as {@link Runtime#maxMemory()} tells it
     * @param bytesEach heap that one connection keeps while its request waits
     */
    public static int most(int configured, long heapBytes, int bytesEach) {
        long room = (heapBytes - OWN_BYTES) / 10 * 9 / bytesEach;
        return Math.clamp(room, 1, configured);
    }
}
