package dev.weir.connection;

import java.time.Duration;

/**
 * The limits of connections. Immutable.
 *
 * @param perAddress the most open connections of one IPv4 address or IPv6 /64 network; further connections are closed
 *     at once
 * @param headTimeout the longest time from the first to the last byte of a request's head
 * @param bodyTimeout the time in which a request's body must arrive; {@code bodyRate} can extend this time
 * @param bodyRate the number of received body bytes that add one second to {@code bodyTimeout}, like {@code MinRate} of
 *     the Apache HTTP Server
 * @param sendBuffer the size of the kernel send buffer in bytes. Without a fixed size, Linux would let it grow to
 *     several MiB. Clients that do not read could then use up the kernel's TCP memory.
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Returns how long a request's body may take, in nanoseconds from the start of the body. The result is
     * {@code bodyTimeout}, plus one second for each {@code bodyRate} bytes received.
     *
     * @param received the body bytes received so far
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
