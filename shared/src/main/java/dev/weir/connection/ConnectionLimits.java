package dev.weir.connection;

import java.time.Duration;

/**
 * How many connections one address may have, and how long a request may take to arrive. Immutable.
 *
 * @param perAddress open connections of one client address (IPv6: of its /64); more are closed unanswered
 * @param headTimeout from a connection's first byte, or from the end of the request before, to the end of the next head
 * @param bodyTimeout how long a body may take that sends nothing
 * @param bodyRate bytes a second that a body must reach beyond {@code bodyTimeout}, as in Apache's {@code MinRate}
 */
public record ConnectionLimits(int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * How long a body may have taken by the time that {@code received} bytes of it are there: the time-out, and the time
     * that these bytes take at the least rate. A sender that trickles falls behind; a slow and steady one does not.
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
