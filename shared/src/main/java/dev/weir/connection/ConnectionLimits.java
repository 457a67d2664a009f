package dev.weir.connection;

import java.time.Duration;

/**
 * The limits of connections. Immutable.
 *
 * @param perAddress the most open connections of one IPv4 address or IPv6 /64 network; the server closes further ones
 *     without a response
 * @param headTimeout the longest time from the first to the last byte of a request's head
 * @param bodyTimeout the time that a request's body may take in addition to the time at {@code bodyRate}
 * @param bodyRate the minimum rate of a request's body after {@code bodyTimeout}, in bytes per second, like {@code
 *     MinRate} of the Apache HTTP Server
 * @param sendBuffer the size of the kernel send buffer in bytes. Without a fixed size, Linux would let it grow to
 *     several MiB, and clients that do not read could use up the kernel's TCP memory.
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Returns the deadline of a request's body, in nanoseconds after its start: {@code bodyTimeout} plus the time that
     * the received bytes take at {@code bodyRate}.
     *
     * @param received the body's bytes received so far
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
