package dev.weir.connection;

import java.time.Duration;

/**
 * The limits that apply to connections. Immutable.
 *
 * @param perAddress the most open connections of one IPv4 address or one IPv6 /64 network; the server closes further
 *     connections without a response
 * @param headTimeout the longest time from the first byte of a request's head to its last byte
 * @param bodyTimeout the longest time without a byte of a request's body
 * @param bodyRate the minimum rate of a request's body in bytes per second; it applies after {@code bodyTimeout}, like
 *     {@code MinRate} of the Apache HTTP Server
 * @param sendBuffer the size in bytes of a connection's kernel send buffer, which holds the bytes that the client has
 *     not read. By default, Linux lets the buffer grow to several MiB. Clients that do not read could then use up the
 *     kernel's TCP memory, and the kernel would reset the connections of other clients
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Returns the deadline of a request's body, in nanoseconds after the start of the body. The deadline is {@code
     * bodyTimeout} plus the time that the received bytes take at {@code bodyRate}. So a client that sends faster than
     * this rate never exceeds the deadline.
     *
     * @param received the number of bytes of the body that have arrived
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
