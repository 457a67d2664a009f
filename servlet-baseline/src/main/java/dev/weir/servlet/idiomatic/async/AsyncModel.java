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

/** Defines the beans of the asynchronous threading model. A waiting request holds no thread. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class, EventController.class, SoapController.class, EventFeeds.class})
public class AsyncModel implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new EmitterStart());
    }

    /**
     * Disables Spring MVC's time limit for asynchronous requests, because downloads and event streams may take hours.
     * Long polls have their own time limit.
     */
    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(0);
    }

    /**
     * Creates the thread pool that writes downloads and event streams. A write blocks its thread until the client
     * reads. The pool accepts tasks while the server stops, so that open downloads can end. Spring Boot itself creates
     * no thread pool here, because the connector already defines an executor.
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
