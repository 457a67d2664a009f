package dev.weir.perf.result;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one trial of rates at the wire measured: the bytes each client got in the window, and what it cost.
 *
 * @param clientBytes of the clients with one connection each, that are judged by T02
 * @param oneConnectionBytes of the client that is compared with the next one by T03
 * @param manyConnectionsBytes of the client with many connections
 * @param wakeups as the server counted since it started; null when it publishes no such metric
 */
public record RateMeasured(
        double windowSeconds,
        long rateBytes,
        long chunkBytes,
        List<Long> clientBytes,
        long oneConnectionBytes,
        long manyConnectionsBytes,
        @Nullable Double wakeups,
        @Nullable Double grants,
        @Nullable Double emptyPolls,
        Map<String, Long> errors,
        ServerUse server,
        Health health) {
    /** T02: of the expected bytes, beside one chunk that falls on either side of an edge. */
    private static final double TOLERANCE = 0.005;

    private static final double MOST_FOR_MANY = 1.02;
    private static final double MOST_WAKEUPS = 1.05;

    public double expectedBytes() {
        return rateBytes * windowSeconds;
    }

    public double toleranceBytes() {
        return TOLERANCE * expectedBytes() + chunkBytes;
    }

    /** The error of the client that was furthest off, with its sign. */
    public double worstError() {
        return clientBytes.stream()
                .map(this::error)
                .max(Comparator.comparingDouble(Math::abs))
                .orElse(0.0);
    }

    public double meanError() {
        return clientBytes.stream().mapToDouble(this::error).average().orElse(0);
    }

    public long clientsWithinTolerance() {
        return clientBytes.stream()
                .filter(bytes -> Math.abs(bytes - expectedBytes()) <= toleranceBytes())
                .count();
    }

    public boolean rateKept() {
        return clientsWithinTolerance() == clientBytes.size();
    }

    /** What many connections got, in terms of what one got. */
    public double sharedRateRatio() {
        return (double) manyConnectionsBytes / oneConnectionBytes;
    }

    public boolean rateShared() {
        return sharedRateRatio() <= MOST_FOR_MANY;
    }

    public @Nullable Double wakeupsPerGrant() {
        return wakeups == null || grants == null || grants == 0 ? null : wakeups / grants;
    }

    public boolean wokenOnce() {
        Double perGrant = wakeupsPerGrant();
        return perGrant != null && perGrant <= MOST_WAKEUPS;
    }

    public boolean neverPolled() {
        return emptyPolls != null && emptyPolls == 0;
    }

    public long bytesInWindow() {
        return clientBytes.stream().mapToLong(Long::longValue).sum() + oneConnectionBytes + manyConnectionsBytes;
    }

    private double error(long bytes) {
        return bytes / expectedBytes() - 1;
    }
}
