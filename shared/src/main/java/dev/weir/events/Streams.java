package dev.weir.events;

import java.util.concurrent.CompletableFuture;

/** All open event streams and long polls of this server. Thread-safe. */
public interface Streams {
    /** Returns the number of events that the slowest client has not received yet. */
    long lag();

    /**
     * Ends all event streams and long polls, because the server stops. Does not block.
     *
     * @return a future that completes when the shutdown may continue, even if some responses are not finished
     */
    CompletableFuture<Void> dismiss();
}
