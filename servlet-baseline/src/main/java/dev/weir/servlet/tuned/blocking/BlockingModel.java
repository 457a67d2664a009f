package dev.weir.servlet.tuned.blocking;

import dev.weir.servlet.tuned.tomcat.DirectMethods;
import dev.weir.servlet.tuned.tomcat.Wires;
import dev.weir.throttle.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
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
    Wires.class,
    DirectMethods.class
})
public class BlockingModel {
    /** One thread that runs timers. No task on it waits. */
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

    /** Another thread wakes waiting threads. Waking thousands takes long, and must not delay the timers. */
    @Bean(destroyMethod = "shutdownNow")
    ThreadPoolExecutor waker() {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("weir-waker").factory());
    }

    @Bean
    WakeUps wakeUps(ThreadPoolExecutor waker) {
        return new WakeUps(waker);
    }
}
