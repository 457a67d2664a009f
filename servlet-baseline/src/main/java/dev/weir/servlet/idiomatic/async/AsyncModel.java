package dev.weir.servlet.idiomatic.async;

import dev.weir.servlet.threads.TimerThread;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The beans of the model in which a request waits without a thread. A pool of threads writes all responses. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class AsyncModel implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new EmitterStart());
    }

    /** No limit of time: the pool bounds the wait for a SOAP answer, and the fanout that for an event. */
    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(0);
    }

    /**
     * The threads that write to clients, and wait for them. The keys {@code spring.task.execution.*} set their number.
     * Spring Boot would make this bean itself if the connector's sweeper were no executor. The threads go on while the
     * server stops, so that open downloads can end.
     */
    @Bean
    ThreadPoolTaskExecutor applicationTaskExecutor(ThreadPoolTaskExecutorBuilder builder) {
        ThreadPoolTaskExecutor executor = builder.build();
        executor.setAcceptTasksAfterContextClose(true);
        executor.setPhase(0); // so it stops after the web server
        return executor;
    }

    /** Runs the timers, and serves the listeners of the event log. */
    @Bean
    TimerThread loop() {
        return new TimerThread("weir-loop");
    }
}
