package dev.weir.reactive;

import dev.weir.config.SharedConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Weir on WebFlux and Reactor Netty. */
@SpringBootApplication
@Import(SharedConfiguration.class)
public class ReactiveServer {
    /** Starts the server; {@code --key=value} sets a configuration key. */
    public static void main(String[] args) {
        SpringApplication.run(ReactiveServer.class, args);
    }
}
