package dev.weir.perf.result;

/** A number of a trial that is no histogram and no slice; absent where the scenario has none. */
public enum Value {
    /** The length of the measured window. */
    WINDOW_SECONDS,
    /** Of bodies, received in the window. */
    WINDOW_BYTES,
    /** Of bodies, compared with the file and found right, in all phases. */
    CHECKED_BYTES,
    USERS,
    /** Of the pool, where a download holds one. */
    THREADS,
    /** What one download takes at its rate. */
    DOWNLOAD_SECONDS,
    /** The plan's rate, a second. */
    RATE_BYTES,
    /** What one grant allows at most. */
    CHUNK_BYTES,
    /** Requests or deliveries a second, as planned and as they were. */
    PLANNED_RATE,
    ACHIEVED_RATE,
    /** Answers a second if everybody had each event at once. */
    CEILING,
    /** In the window: of a client with one connection, and of one with many. */
    ONE_CONNECTION_BYTES,
    MANY_CONNECTIONS_BYTES,
    /** As the server counted since it started. */
    GRANTS,
    WAKEUPS,
    EMPTY_POLLS,
    PUBLISHED,
    ENCODED,
    /** In the window, by all the server's threads, virtual ones too; a reading of it is in it. */
    ALLOCATED_BYTES,
    /** In the window, of the server's threads that lived to its end, voluntary and not. */
    SWITCHES,
    /** At the end of the window. */
    SERVER_THREADS,
    RSS_BYTES,
    /** Of instances of the server's own classes, for each download that waits. */
    OWN_HEAP_BYTES
}
