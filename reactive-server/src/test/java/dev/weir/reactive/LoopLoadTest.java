package dev.weir.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how {@link LoopLoad} measures the load of an event loop (A04). */
class LoopLoadTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final LoopLoad load = new LoopLoad(loop);

    @AfterEach
    void end() {
        loop.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void a04_theShareIsThatOfTheTimeSinceTheLastTask() {
        assertThat(after(load::share)).isZero();
        var _ = after(LoopLoadTest::work);
        assertThat(after(load::share)).isPositive().isLessThanOrEqualTo(1);
    }

    @Test
    void a04_theTasksThatWaitAreCounted() {
        int waiting = after(() -> {
            loop.execute(() -> {});
            load.execute(() -> {});
            return load.waiting();
        });
        assertThat(waiting).isEqualTo(2);
    }

    /** Runs {@code task} on the event loop, and returns its result. */
    private <T> T after(Supplier<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        load.execute(() -> {
            try {
                done.complete(task.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done.join();
    }

    /** Uses 50 ms of CPU time. Returns all CPU time that the current thread has used so far, in nanoseconds. */
    private static long work() {
        long end = THREADS.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(50);
        long now;
        do {
            now = THREADS.getCurrentThreadCpuTime();
        } while (now < end);
        return now;
    }
}
