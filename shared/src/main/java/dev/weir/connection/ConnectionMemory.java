package dev.weir.connection;

/** Computes how many connections the heap has room for. */
public final class ConnectionMemory {
    /** Heap that the server uses without any connection, rounded up. */
    static final long OWN_BYTES = 48L << 20;

    private ConnectionMemory() {}

    /**
     * The number of connections that the server may accept: the configured number, or fewer if the heap is small.
     *
     * @param configured the number of connections that the operator allows
     * @param heapBytes the largest size of the heap, as {@link Runtime#maxMemory()} tells it
     * @param bytesEach heap that one connection keeps while its request waits
     */
    public static int most(int configured, long heapBytes, int bytesEach) {
        long room = (heapBytes - OWN_BYTES) / 10 * 9 / bytesEach;
        return Math.clamp(room, 1, configured);
    }
}
