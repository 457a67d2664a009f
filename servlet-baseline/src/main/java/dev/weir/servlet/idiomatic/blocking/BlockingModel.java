package dev.weir.servlet.idiomatic.blocking;

import dev.weir.throttle.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What waits with its own thread, of whichever kind. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class BlockingModel {
    /** One thread for the throttle; nothing on it waits. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledThreadPoolExecutor timers() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("weir-timer").factory());
        timers.setRemoveOnCancelPolicy(true);
        return timers;
    }

    @Bean
    Timer timer(ScheduledThreadPoolExecutor timers) {
        return (task, delayNanos) -> {
            Future<?> alarm = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        };
    }
}
