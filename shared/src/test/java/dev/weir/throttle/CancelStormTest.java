package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Downloads on several event-loop threads ask for bytes, get them and close at random times. No byte may be lost (rule
 * T08).
 */
class CancelStormTest {
    private static final int DOWNLOADS = 10_000;
    private static final int CLIENTS = 50;

    @Test
    @Timeout(60)
    void t08_grantedIsWrittenPlusGivenBackAfterAStormOfCancels() throws InterruptedException {
        StormTally tally = new StormTally(new CountDownLatch(DOWNLOADS));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        List<ExecutorService> loops =
                Stream.generate(Executors::newSingleThreadExecutor).limit(4).toList();
        TokenBucket global = new TokenBucket(500_000_000, 1_000_000, System.nanoTime());
        Throttle throttle = new Throttle(global, AnyShaper.FIXED, timer(timer), System::nanoTime);
        List<Share> clients = clients(throttle);
        for (int index = 0; index < DOWNLOADS; index++) {
            ExecutorService own = loops.get(index % loops.size());
            ExecutorService other = loops.get((index + 1) % loops.size());
            new StormDownload(tally).start(throttle, clients.get(index % CLIENTS), own, other);
        }
        tally.open().await();
        timer.close();
        loops.forEach(ExecutorService::close);
        throttle.change(0, 0); // no other thread is left, so this call runs the remaining tasks

        assertThat(throttle.waiting()).isZero();
        assertThat(throttle.counts().grantedBytes())
                .isEqualTo(tally.written().get() + throttle.counts().givenBackBytes());
        assertThat(throttle.counts().givenBackBytes()).isGreaterThan(0);
        assertThat(tally.grants().get())
                .isPositive()
                .isLessThanOrEqualTo(throttle.counts().grants());
        assertThat(tally.unasked()).hasValue(0);
        assertThat(tally.atOnce()).hasPositiveValue();
        assertThat(throttle.counts().emptyPolls()).isZero();
    }

    private static List<Share> clients(Throttle throttle) {
        return IntStream.range(0, CLIENTS)
                .mapToObj(client -> {
                    ShareLimits limits = ThrottleOnManualTime.limits(client % 2 == 0 ? 0 : 20_000_000, 1 + client % 3);
                    return throttle.share(limits);
                })
                .toList();
    }

    private static Timer timer(ScheduledExecutorService executor) {
        return (task, delayNanos) -> {
            ScheduledFuture<?> ring = executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> ring.cancel(false);
        };
    }
}
