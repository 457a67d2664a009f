package dev.weir.contract.connection;

import java.time.Duration;

/**
 * The time for which a test waits for a server before it fails: ten seconds, or three seconds in a run of tests of which
 * some are expected to fail. No rule of the contract sets these limits.
 */
public final class Patience {
    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final ThreadLocal<Duration> CURRENT = ThreadLocal.withInitial(() -> USUAL);

    /** When closed, restores the time that was valid before. */
    public interface Shortened extends AutoCloseable {
        @Override
        void close();
    }

    private Patience() {}

    /** Returns how long this thread's test waits. */
    public static Duration now() {
        return CURRENT.get();
    }

    public static int millis() {
        return Math.toIntExact(now().toMillis());
    }

    /** Shortens the waits of this thread's tests. */
    public static Shortened shorten() {
        Duration before = now();
        CURRENT.set(SHORT);
        return () -> CURRENT.set(before);
    }
}
