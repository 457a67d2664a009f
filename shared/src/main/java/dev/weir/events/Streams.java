package dev.weir.events;

import java.util.concurrent.CompletableFuture;

/** Whoever listens on this server, in the way in which it waits. Thread-safe. */
public interface Streams {
    /** How many events the slowest has still to get. */
    long lag();

    /**
     * The server stops: tells everybody to come back, and ends their streams. Does not wait for it.
     *
     * @return completed when all have been told, or are known to the web server, which waits for its open requests
     */
    CompletableFuture<Void> dismiss();
}
