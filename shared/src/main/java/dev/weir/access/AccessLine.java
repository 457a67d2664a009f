package dev.weir.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The line of the access log for one finished response. Null means that the value is unknown or absent.
 *
 * @param address the address of the client, as trusted proxies report it
 * @param client the name of the client, which is never its key
 * @param begun when the head of the request was complete
 * @param target the target of the request, without the signature of a link
 * @param status the HTTP status, or {@link AccessEntry#NO_RESPONSE}
 * @param bytes the bytes of the content that were sent, without the framing of HTTP and TLS
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
    /** The memory of a line without its longest texts, in bytes, rounded up. */
    private static final int FIXED_BYTES = 512;

    /** Returns how much memory the line takes until it is written, in bytes. */
    int size() {
        return FIXED_BYTES + length(method) + length(target) + length(referer) + length(agent);
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
