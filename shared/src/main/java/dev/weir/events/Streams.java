package dev.weir.events;

import java.util.concurrent.CompletableFuture;

/** All open streams and polls of this server. Each model implements it. Thread-safe. */
public interface Streams {
    /** Events that the slowest listener still lacks. */
    long lag();

    /**
     * Ends all streams, because the server stops, and tells each client to come back. Does not wait for it.
     *
     * @return completes when each client has been told, or when the web server knows the open requests and waits for
     *     them itself
     */
    CompletableFuture<Void> dismiss();
}
