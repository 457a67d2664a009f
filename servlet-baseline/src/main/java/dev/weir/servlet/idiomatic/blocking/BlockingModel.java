package dev.weir.servlet.idiomatic.blocking;

import dev.weir.servlet.threads.TimerThread;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the models in which each request waits with its own thread, virtual or pooled. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class BlockingModel {
    /** Runs the timers of the throttle. */
    @Bean
    TimerThread timer() {
        return new TimerThread("weir-timer");
    }
}
