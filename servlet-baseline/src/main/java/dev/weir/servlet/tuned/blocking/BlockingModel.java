package dev.weir.servlet.tuned.blocking;

import dev.weir.servlet.threads.TimerThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the models in which each request waits with its own thread, virtual or pooled. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class BlockingModel {
    /** Runs the timers. */
    @Bean
    TimerThread timer() {
        return new TimerThread("weir-timer");
    }

    /** Another thread wakes waiting threads. Waking thousands takes long, and must not delay the timers. */
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
