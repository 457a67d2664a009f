package dev.weir.cluster;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The clock of a link to Redis. With this clock, a test can run a task before a command of {@link RedisKeys}, or stop
 * the command. While the clock is {@link #cut}, no command of {@code RedisKeys} reaches Redis. Other commands on the
 * link still do.
 */
final class KeyClock implements LongSupplier {
    private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
    private volatile boolean cut;

    /** Returns whether a method of {@link RedisKeys} is on the stack of this thread. */
    static boolean isOfKeys() {
        return isIn("");
    }

    private static boolean isIn(String method) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(RedisKeys.class.getName())
                        && frame.getMethodName().endsWith(method)));
    }

    void cut(boolean now) {
        cut = now;
    }

    /** Runs {@code task} once, before {@link RedisKeys} next sends a command in its method {@code method}. */
    void before(String method, Runnable task) {
        before.set(() -> {
            if (isIn(method)) {
                before.set(() -> {});
                task.run();
            }
        });
    }

    @Override
    public long getAsLong() {
        if (cut && isOfKeys()) {
            throw new IllegalStateException("planted");
        }
        before.get().run();
        return System.nanoTime();
    }
}
