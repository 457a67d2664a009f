package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlowReadersTest {
    private static final Duration TIME = Duration.ofMillis(20);

    /**
     * A check of a body waits in a queue. Then the watching of the body ends. When the check runs after that, it must
     * call no method of the body.
     */
    @Test
    void noMethodOfABodyIsCalledAfterItsChecksEnded() throws InterruptedException {
        LinkedBlockingQueue<Runnable> submitted = new LinkedBlockingQueue<>();
        AtomicInteger calls = new AtomicInteger();
        try (SlowReaders slowReaders = new SlowReaders(1, TIME, System::nanoTime)) {
            Runnable end = slowReaders.watch(new CountingBody(calls, new CountDownLatch(1)), submitted::add);
            Runnable check = submitted.poll(10, TimeUnit.SECONDS);
            end.run();
            check.run();
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void aBodyThatTheClientDoesNotReadIsCutOff() throws InterruptedException {
        CountDownLatch cutOff = new CountDownLatch(1);
        try (SlowReaders slowReaders = new SlowReaders(1, TIME, System::nanoTime)) {
            var _ = slowReaders.watch(new CountingBody(new AtomicInteger(), cutOff), Runnable::run);
            assertThat(cutOff.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private record CountingBody(AtomicInteger calls, CountDownLatch cutOffs) implements SlowReaders.Body {
        @Override
        public long written() {
            calls.incrementAndGet();
            return 0;
        }

        @Override
        public boolean holdsGrant() {
            calls.incrementAndGet();
            return true;
        }

        @Override
        public void cutOff() {
            cutOffs.countDown();
        }
    }
}
