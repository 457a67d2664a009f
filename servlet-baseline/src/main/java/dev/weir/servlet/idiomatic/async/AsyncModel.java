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

/**
 * Defines the beans of the asynchronous model. A waiting request holds no thread. A thread pool writes all responses.
 */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class AsyncModel implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new EmitterStart());
    }

    /**
     * Disables Spring MVC's time limit. The SOAP pool limits the wait for a SOAP answer, and the {@code Fanout} limits
     * the wait for an event.
     */
    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(0);
    }

    /**
     * Creates the threads that write to clients. A thread blocks while its client does not read. The pool accepts tasks
     * while the server stops, so that open downloads can end. Spring Boot does not create this bean itself, because
     * another executor exists: the connector's sweeper.
     */
    @Bean
    ThreadPoolTaskExecutor applicationTaskExecutor(ThreadPoolTaskExecutorBuilder builder) {
        ThreadPoolTaskExecutor executor = builder.build();
        executor.setAcceptTasksAfterContextClose(true);
        executor.setPhase(0); // so it stops after the web server
        return executor;
    }

    @Bean
    TimerThread loop() {
        return new TimerThread("weir-loop");
    }
}
