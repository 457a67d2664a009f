package dev.weir.servlet.tuned.blocking;

import dev.weir.servlet.threads.TimerThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Defines the beans of the models {@code blocking} and {@code virtual}. Each request blocks the thread that serves it:
 * a pooled thread in {@code blocking}, and a virtual thread in {@code virtual}.
 */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class BlockingModel {
    @Bean
    TimerThread timer() {
        return new TimerThread("weir-timer");
    }

    /**
     * Creates the thread that wakes the threads of waiting requests. The timer thread cannot do this. Waking thousands
     * of threads takes long and would delay the timers.
     */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService waker() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("weir-waker").factory());
    }

    @Bean
    WakeUps downloadWakeUps(ExecutorService waker) {
        return new WakeUps(waker);
    }

    @Bean
    WakeUps eventWakeUps(ExecutorService waker) {
        return new WakeUps(waker);
    }
}
