package dev.weir.events;

import java.util.concurrent.CompletableFuture;

/** All open event streams and long polls of this server. Each threading model implements it. Thread-safe. */
public interface Streams {
    /** Returns how many events the slowest client has not received yet. */
    long lag();

    /**
     * Ends all streams because the server stops, and tells each client to reconnect. Does not block.
     *
     * @return a future that completes when each client has been told. It completes earlier if the web server itself
     *     waits for the open requests.
     */
    CompletableFuture<Void> dismiss();
}
