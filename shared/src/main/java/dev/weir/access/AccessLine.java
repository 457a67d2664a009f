package dev.weir.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The values of one line in the access log, which describes one finished response. A null value is unknown or absent.
 *
 * @param address the IP address of the client; behind trusted proxies, the address that they report
 * @param client the name of the client, which is never its API key
 * @param begun the time at which the server had received the whole head of the request
 * @param target the request target, without the signature of a signed link
 * @param status the HTTP status, or {@link AccessEntry#NO_RESPONSE}
 * @param bytes the number of content bytes that were sent, without the framing of HTTP and TLS
 */
record AccessLine(
        @Nullable String address,
        @Nullable String client,
        @Nullable String plan,
        Instant begun,
        @Nullable String method,
        @Nullable String target,
        @Nullable String protocol,
        int status,
        long bytes,
        @Nullable String referer,
        @Nullable String agent,
        long durationNanos,
        @Nullable String requestId) {
    /** The memory of one line in bytes, rounded up, without the method, the target, the referer and the user agent. */
    private static final int FIXED_BYTES = 512;

    /** Returns about how much memory this line takes while it waits to be written, in bytes. */
    int size() {
        return FIXED_BYTES + length(method) + length(target) + length(referer) + length(agent);
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
