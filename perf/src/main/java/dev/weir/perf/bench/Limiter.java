package dev.weir.perf.bench;

/** One limit, asked for one decision: may so many bytes go now, and if not, how long until. */
interface Limiter extends AutoCloseable {
    /** Answer of a limiter that only says no. */
    long UNKNOWN = -1;

    /**
     * Takes {@code bytes} if they are there. Reads the clock itself, if it needs one; never waits.
     *
     * @return 0 when taken, else nanoseconds until they could be, or {@link #UNKNOWN}
     */
    long ask(int bytes);

    /** Ends what fills it. */
    @Override
    default void close() {}
}
