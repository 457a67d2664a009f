package dev.weir.connection;

import java.time.Duration;

/**
 * The limits that apply to connections. Immutable.
 *
 * @param perAddress the most open connections of one IPv4 address or IPv6 /64 network; the server closes further
 *     connections without a response
 * @param headTimeout the longest time from the first byte of a request's head to its last byte
 * @param bodyTimeout the longest time in which no byte of a request's body arrives
 * @param bodyRate the bytes a second at which a body must arrive after {@code bodyTimeout}, as in Apache's {@code
 *     MinRate}
 * @param sendBuffer the size of the kernel's send buffer in bytes. It holds the unread bytes of a response. Without this
 *     limit, Linux lets the buffer grow to 4 MiB. A few hundred clients that do not read would then use up the kernel's
 *     TCP memory, and the kernel would reset the connections of other clients.
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Returns the time in nanoseconds after which a request body is too late. It is {@code bodyTimeout} plus the time
     * that the received bytes take at {@code bodyRate}. So a sender that stays above this rate is never too late.
     *
     * @param received the bytes of the body that have arrived
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
