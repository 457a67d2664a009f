package dev.weir.servlet.idiomatic.blocking;

import dev.weir.servlet.idiomatic.SoapMessages;
import dev.weir.throttle.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the models in which each request waits with its own thread, virtual or pooled. */
@Configuration(proxyBeanMethods = false)
@Import({
    DownloadController.class,
    BodyWriter.class,
    EventController.class,
    SoapController.class,
    EventFeeds.class,
    SoapMessages.class
})
public class BlockingModel {
    /** One thread that runs the throttle's timers. No task on it waits. */
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
