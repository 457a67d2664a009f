package dev.weir.servlet.tuned.blocking;

import dev.weir.servlet.threads.TimerThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Defines the beans of the blocking models. Each request blocks the thread that serves it. That thread is virtual or
 * belongs to a pool.
 */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class BlockingModel {
    @Bean
    TimerThread timer() {
        return new TimerThread("weir-timer");
    }

    /**
     * Creates the thread that wakes waiting threads. The timer thread cannot do this, because waking thousands of
     * threads takes long and would delay the timers.
     */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService waker() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("weir-waker").factory());
    }

    @Bean
    WakeUps wakeUps(ExecutorService waker) {
        return new WakeUps(waker);
    }
}
