package dev.weir.servlet.tuned.async;

import dev.weir.throttle.Timer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Defines the beans of the asynchronous threading model. A waiting request holds no thread. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class AsyncModel {
    @Bean
    WriterLoops writerLoops() {
        return new WriterLoops(Runtime.getRuntime().availableProcessors());
    }

    @Bean
    Timer timer(WriterLoops loops) {
        return loops.timer();
    }
}
