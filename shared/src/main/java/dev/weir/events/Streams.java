package dev.weir.events;

import java.util.concurrent.CompletableFuture;

/**
 * All open event streams and long polls of this server. Each threading model implements this interface. Thread-safe.
 */
public interface Streams {
    /** Returns the number of events that the slowest client has not received yet. */
    long lag();

    /**
     * Ends all streams because the server stops. Tells each client to reconnect. Does not block.
     *
     * @return a future that completes when each client has been told to reconnect; it completes earlier if the web
     *     server itself waits for the open requests
     */
    CompletableFuture<Void> dismiss();
}
