package dev.weir.servlet;

import dev.weir.config.SharedConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Weir on Spring MVC and Tomcat; {@code weir.model} says how it waits. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
    SharedConfiguration.class,
    Buffers.class,
    ConnectorConfiguration.class,
    DirectMethods.class,
    ErrorRoute.class,
    Http2Streams.class,
    ListingController.class,
    DescriptionController.class,
    Models.class,
    Origins.class,
    ProblemAdvice.class,
    PublishController.class,
    RefusalResolver.class,
    RequestBodies.class,
    SecurityFilter.class,
    SoapBodies.class
})
public class ServletServer {
    /** Starts the server; {@code --key=value} sets a configuration key. */
    public static void main(String[] args) {
        SpringApplication.run(ServletServer.class, args);
    }
}
