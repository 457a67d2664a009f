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

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService downloadWaker() {
        return waker("weir-download-waker");
    }

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService eventWaker() {
        return waker("weir-event-waker");
    }

    /**
     * Creates a thread that wakes the threads of waiting requests. Waking thousands of threads takes long, so it must not
     * delay the timers. Downloads have a waker of their own, so that they do not wait for those of all event streams.
     */
    private static ExecutorService waker(String name) {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    @Bean
    WakeUps downloadWakeUps(ExecutorService downloadWaker) {
        return new WakeUps(downloadWaker);
    }

    @Bean
    WakeUps eventWakeUps(ExecutorService eventWaker) {
        return new WakeUps(eventWaker);
    }
}
