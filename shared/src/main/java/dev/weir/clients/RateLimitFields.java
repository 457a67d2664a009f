package dev.weir.clients;

import dev.weir.throttle.Share;
import java.util.Map;

/**
 * Creates the header fields {@code RateLimit} and {@code RateLimit-Policy} (draft-ietf-httpapi-ratelimit-headers-11)
 * from a client's token bucket.
 *
 * <p>The parameters of these fields have these meanings: {@code q} bytes are allowed in {@code w} seconds, {@code r}
 * bytes are in the bucket now, and the bucket is full in {@code t} seconds.
 */
final class RateLimitFields {
    private static final double NANOS_A_SECOND = 1e9;

    private RateLimitFields() {}

    /**
     * Returns {@code RateLimit} and {@code RateLimit-Policy} with their values, or an empty map if the plan has no rate
     * limit.
     */
    static Map<String, String> of(Plan plan, Share share, long nowNanos) {
        if (plan.rate() == 0) {
            return Map.of();
        }
        double secondsToFill = Math.max(0, share.fullNanos() - nowNanos) / NANOS_A_SECOND;
        long there = Math.clamp((long) (plan.capacity() - secondsToFill * plan.rate()), 0, plan.capacity());
        String name = quoted(plan.name());
        return Map.of(
                "RateLimit-Policy", name + ";q=" + plan.rate() + ";qu=\"content-bytes\";w=1",
                "RateLimit", name + ";r=" + there + ";t=" + (long) Math.ceil(secondsToFill));
    }

    /**
     * Encodes a name as a quoted string of a structured header field (RFC 9651, 3.3.3). Replaces each character that is
     * not printable ASCII by {@code _}.
     */
    private static String quoted(String name) {
        return '"' + name.replaceAll("[^ -~]", "_").replaceAll("[\\\\\"]", "\\\\$0") + '"';
    }
}
