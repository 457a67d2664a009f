package dev.weir.servlet.tuned.async;

import dev.weir.throttle.Timer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the model in which a request waits without a thread. A few threads write all responses. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class AsyncModel {
    /** The threads that write granted bytes. One of them also runs the throttle's timer. */
    @Bean
    WriterLoops writerLoops() {
        return new WriterLoops(Runtime.getRuntime().availableProcessors());
    }

    @Bean
    Timer timer(WriterLoops loops) {
        return loops.timer();
    }
}
