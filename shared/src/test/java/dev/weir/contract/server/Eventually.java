package dev.weir.contract.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.contract.connection.Patience;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Polls until a condition is true, and fails after the time of {@link Patience}. */
public final class Eventually {
    private Eventually() {}

    public static void meterIs(TestedServer server, String name, double value) {
        await(name)
                .atMost(Patience.now())
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(server.meter(name)).as(name).isEqualTo(value));
    }

    public static void is(String what, Callable<Boolean> condition) {
        await(what)
                .atMost(Patience.now())
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    public static <T> T next(String what, BlockingQueue<T> queue) {
        try {
            T next = queue.poll(Patience.millis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new AssertionError(what + " did not come");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
