package dev.weir.servlet.tuned.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.Chunk;
import dev.weir.throttle.ManualTime;
import dev.weir.throttle.Share;
import dev.weir.throttle.ShareLimits;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriterLoopsTest {
    private static final long LONG = 1 << 20;

    @Test
    void t05_aBlockedWriteHoldsUpNoOtherDownload() throws Exception {
        ManualTime time = new ManualTime();
        Chunk.Time chunk = Chunk.Time.fixed(Duration.ofMillis(100));
        Throttle throttle = new Throttle(new TokenBucket(0, 0, 0), chunk, time, time);
        Share share = throttle.share(new ShareLimits(1024, 4096, 1));
        CountDownLatch read = new CountDownLatch(1);
        CompletableFuture<Long> second = new CompletableFuture<>();
        throttle.open(share, WriterLoops.virtual(), bytes -> await(read)).ask(LONG);
        throttle.open(share, WriterLoops.virtual(), second::complete).ask(LONG);
        throttle.change(List.of(share), new ShareLimits(0, 0, 1));
        assertThat(second.get(30, TimeUnit.SECONDS)).isPositive();
        read.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
