package dev.weir.events;

/** Whoever listens on this server, in the way in which it waits. Thread-safe. */
public interface Streams {
    /** How many events the slowest has still to get. */
    long lag();

    /** The server stops: tells everybody to come back, and ends their streams. Does not wait for it. */
    void dismiss();
}
