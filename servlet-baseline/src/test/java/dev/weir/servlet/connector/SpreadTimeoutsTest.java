package dev.weir.servlet.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpreadTimeoutsTest {
    private static final int COUNT = 2_000;

    private final List<Processor> looked = new ArrayList<>();
    private final Http11NioProtocol unused = new Http11NioProtocol();

    private Processor waiting() {
        return new Http11Processor(unused, null) {
            @Override
            public void timeoutAsync(long now) {
                looked.add(this);
            }
        };
    }

    @Test
    void eachIsLookedAtOnceInARoundAndFewAtATime() {
        SpreadTimeouts timeouts = new SpreadTimeouts(ended -> {});
        List<Processor> all = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            all.add(waiting());
            timeouts.add(all.getLast());
        }
        int before = 0;
        for (int i = 0; i < SpreadTimeouts.PARTS; i++) {
            timeouts.look(0);
            assertThat(looked.size() - before).as("requests checked in one run").isBetween(1, COUNT / 10);
            before = looked.size();
        }
        assertThat(looked).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void aProcessorThatFailsDoesNotEndTheLooking() {
        SpreadTimeouts timeouts = new SpreadTimeouts(ended -> {});
        timeouts.add(new Http11Processor(unused, null) {
            @Override
            public void timeoutAsync(long now) {
                looked.add(this);
                throw new IllegalStateException("planted");
            }
        });
        for (int i = 0; i < 2 * SpreadTimeouts.PARTS; i++) {
            timeouts.look(0);
        }
        assertThat(looked).hasSize(2);
    }

    @Test
    void theConnectorLooksAtThoseThatWaitUntilItStops() {
        WatchedProtocol protocol = new WatchedProtocol();
        try (Schedule schedule = new Schedule()) {
            protocol.setUtilityExecutor(schedule);
            Processor waits = waiting();
            Processor left = waiting();
            protocol.addWaitingProcessor(waits);
            protocol.addWaitingProcessor(left);
            protocol.removeWaitingProcessor(left);
            protocol.startAsyncTimeout();
            protocol.startAsyncTimeout();
            assertThat(schedule.tasks)
                    .as("one schedule, however often it is started")
                    .hasSize(1);
            for (int i = 0; i < SpreadTimeouts.PARTS; i++) {
                schedule.tasks.getFirst().run();
            }
            assertThat(looked).containsExactly(waits);
            protocol.stopAsyncTimeout();
            assertThat(schedule.cancelled()).isTrue();
        }
    }

    /** Records the scheduled tasks and never runs them. */
    private static final class Schedule extends ScheduledThreadPoolExecutor {
        private final List<Runnable> tasks = new ArrayList<>();
        private @Nullable ScheduledFuture<?> future;

        Schedule() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
            tasks.add(task);
            future = schedule(() -> {}, 1, TimeUnit.DAYS);
            return future;
        }

        boolean cancelled() {
            return future != null && future.isCancelled();
        }

        @Override
        public void close() {
            shutdownNow();
        }
    }
}
