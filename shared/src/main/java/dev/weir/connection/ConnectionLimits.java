package dev.weir.connection;

import java.time.Duration;

/**
 * How many connections one address may have, how long a request may take to arrive, and how much of a response the kernel
 * keeps. Immutable.
 *
 * @param perAddress open connections of one client address (IPv6: of its /64); more are closed unanswered
 * @param headTimeout the longest time from the first byte of a head to its end
 * @param bodyTimeout how long a body may take of which no byte comes
 * @param bodyRate bytes a second at which a body must come after {@code bodyTimeout}, as in Apache's {@code MinRate}
 * @param sendBuffer bytes that the kernel keeps of a response for a client that does not read. Without this bound, Linux
 *     lets it grow to 4 MiB. A few hundred such connections then use all the kernel's TCP memory, and the kernel resets
 *     connections of other clients.
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * How long a body may take of which {@code received} bytes have come: {@code bodyTimeout}, and the time that these
     * bytes take at {@code bodyRate}. A sender below that rate runs out of time; a slow but steady sender above it does
     * not.
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
