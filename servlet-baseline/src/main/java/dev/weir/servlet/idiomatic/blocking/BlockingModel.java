package dev.weir.servlet.idiomatic.blocking;

import dev.weir.servlet.threads.TimerThread;
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
}
