package dev.weir.connection;

/** Computes how many connections fit into the heap. */
public final class ConnectionMemory {
    /** The heap memory that the server uses without any connection, in bytes, rounded up. */
    static final long OWN_BYTES = 48L << 20;

    private ConnectionMemory() {}

    /**
     * Returns how many connections the server may accept: the number {@code configured}, or fewer if the heap is too
     * small for this number.
     *
     * @param heapBytes the maximum size of the heap ({@link Runtime#maxMemory()})
     * @param bytesEach the heap memory of one connection while its request waits, in bytes
     */
    public static int most(int configured, long heapBytes, int bytesEach) {
        long room = (heapBytes - OWN_BYTES) / 10 * 9 / bytesEach;
        return Math.clamp(room, 1, configured);
    }
}
