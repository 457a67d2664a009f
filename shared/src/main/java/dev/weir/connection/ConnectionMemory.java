package dev.weir.connection;

/** Computes how many connections fit into the heap. */
public final class ConnectionMemory {
    /** The number of heap bytes that the server uses without any connection, rounded up. */
    static final long OWN_BYTES = 48L << 20;

    private ConnectionMemory() {}

    /**
     * Returns the number of connections that the server may accept: the configured number, or the number that fits into
     * the heap if this is less.
     *
     * @param configured the number of connections that the operator allows
     * @param heapBytes the maximum size of the heap ({@link Runtime#maxMemory()})
     * @param bytesEach the number of heap bytes that one connection uses while its request waits
     */
    public static int most(int configured, long heapBytes, int bytesEach) {
        long room = (heapBytes - OWN_BYTES) / 10 * 9 / bytesEach;
        return Math.clamp(room, 1, configured);
    }
}
