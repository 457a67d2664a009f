package dev.weir.servlet.blocking;

import dev.weir.throttle.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What waits with its own thread, of whichever kind. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class})
public class BlockingModel {
    @Bean
    Timer timer(ScheduledThreadPoolExecutor timers) {
        return (task, delayNanos) -> {
            Future<?> alarm = timers.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        };
    }
}
