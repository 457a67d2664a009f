package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for what must come about, looking often; how long it takes is no matter of the contract. */
final class Eventually {
    /** Only how long something may be silent before that is a failure. */
    private static final int SILENCE_SECONDS = 10;

    private Eventually() {}

    static void meterIs(StartedServer server, String name, double value) {
        await(name)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(server.meter(name)).as(name).isEqualTo(value));
    }

    static void is(String what, Callable<Boolean> condition) {
        await(what)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    /** What another thread hands over next. */
    static <T> T next(String what, BlockingQueue<T> queue) {
        try {
            T next = queue.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no sign of " + what);
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
