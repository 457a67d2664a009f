package dev.weir.reactive;

import dev.weir.config.SharedConfiguration;
import dev.weir.config.clients.KeyConfiguration;
import dev.weir.config.cluster.ClusterConfiguration;
import dev.weir.config.keys.HelpOption;
import dev.weir.config.metrics.MetricsConfiguration;
import dev.weir.signing.SignCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Import;

/** The main class of Weir's server on WebFlux and Reactor Netty. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan(
        basePackages = {"dev.weir.reactive.netty", "dev.weir.reactive.web"},
        excludeFilters = @Filter(ManagementContextConfiguration.class)) // Boot loads these into the management context
@Import({
    SharedConfiguration.class,
    KeyConfiguration.class,
    MetricsConfiguration.class,
    ClusterConfiguration.class,
    EventLoops.class,
    Styles.class
})
public class ReactiveServer {
    public static void main(String[] args) {
        SignCommand.runIfNamed(args);
        HelpOption.runIfAsked("reactive-server", args);
        SpringApplication.run(ReactiveServer.class, args);
    }
}
