package dev.weir.config;

import dev.weir.config.stop.StopPhase;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.LogPublisher;
import dev.weir.events.Publisher;
import dev.weir.events.Streams;
import java.security.SecureRandom;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;

/** Defines the Spring beans of the event log and its publisher. Each server defines its own {@link Streams} bean. */
@Configuration(proxyBeanMethods = false)
class EventConfiguration {
    private static final int RADIX = 36;

    @Bean
    EventLimits eventLimits(Settings settings) {
        return settings.events().limits();
    }

    /**
     * Creates an event log for this process. Spring does not use this bean if several nodes share a log. Each event id
     * begins with a random name. Otherwise ids would repeat after a restart, because event numbers start at 1 again.
     */
    @Bean
    @Fallback
    @Lazy
    EventLog eventLog(EventLimits limits) {
        String epoch = Long.toString(new SecureRandom().nextLong(Long.MAX_VALUE), RADIX);
        return new EventLog(epoch, limits.history(), limits.historyBytes());
    }

    @Bean
    @Fallback
    @Lazy
    Publisher publisher(EventLog log) {
        return new LogPublisher(log, System::nanoTime);
    }

    /**
     * At shutdown, ends the event streams before the web server waits for open requests. Without this bean, the web
     * server would wait in vain, because the streams would not end.
     */
    @Bean
    SmartLifecycle dismissal(Streams streams) {
        return new StopPhase(SmartLifecycle.DEFAULT_PHASE, streams::dismiss);
    }
}
