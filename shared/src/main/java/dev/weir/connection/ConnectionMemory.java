package dev.weir.connection;

/** Computes how many connections fit into the heap. */
public final class ConnectionMemory {
    /** The heap that the server uses without any connection, rounded up. */
    static final long OWN_BYTES = 48L << 20;

    private ConnectionMemory() {}

    /**
     * Returns the number of connections that the server may accept. It is the configured number, or less if the heap is
     * too small for them.
     *
     * @param configured the number of connections that the operator allows
     * @param heapBytes the maximum size of the heap ({@link Runtime#maxMemory()})
     * @param bytesEach the heap that one connection uses while its request waits
     */
    public static int most(int configured, long heapBytes, int bytesEach) {
        long room = (heapBytes - OWN_BYTES) / 10 * 9 / bytesEach;
        return Math.clamp(room, 1, configured);
    }
}
