package dev.weir.connection;

import java.time.Duration;

/**
 * Limits of a connection: their number per address, the time in which a request must arrive, and the part of a response
 * that the kernel keeps. Immutable.
 *
 * @param perAddress the most open connections of one client address (IPv6: of its /64); more are closed unanswered
 * @param headTimeout the longest time from the first byte of a request's head to its last
 * @param bodyTimeout the longest time in which no byte of a request's body arrives
 * @param bodyRate bytes a second at which a body must arrive after {@code bodyTimeout}, as in Apache's {@code MinRate}
 * @param sendBuffer bytes of a response that the kernel keeps for a client that does not read. Without this bound,
 *     Linux lets it grow to 4 MiB. A few hundred such connections then use all the kernel's TCP memory, and the kernel
 *     resets connections of other clients.
 */
public record ConnectionLimits(
        int perAddress, Duration headTimeout, Duration bodyTimeout, long bodyRate, int sendBuffer) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * The time that a body may take of which {@code received} bytes have arrived: {@code bodyTimeout}, plus the time
     * that these bytes take at {@code bodyRate}. A sender below that rate runs out of time. A slow but steady sender
     * above it does not.
     */
    public long bodyNanos(long received) {
        return bodyTimeout.toNanos() + Math.multiplyExact(received, NANOS_PER_SECOND) / bodyRate;
    }
}
