package dev.weir.reactive;

import dev.weir.config.SharedConfiguration;
import dev.weir.config.WeirProperties;
import dev.weir.config.clients.KeyConfiguration;
import dev.weir.config.cluster.ClusterConfiguration;
import dev.weir.config.keys.HelpOption;
import dev.weir.config.metrics.MetricsConfiguration;
import dev.weir.reactive.netty.NettyConfiguration;
import dev.weir.reactive.web.WebConfiguration;
import dev.weir.reactive.web.chain.ChainConfiguration;
import dev.weir.signing.SignCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The main class of Weir's server on WebFlux and Reactor Netty. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
    SharedConfiguration.class,
    KeyConfiguration.class,
    MetricsConfiguration.class,
    ClusterConfiguration.class,
    ChainConfiguration.class,
    EventLoops.class,
    NettyConfiguration.class,
    Styles.class,
    WebConfiguration.class
})
public class ReactiveServer {
    public static void main(String[] args) {
        SignCommand.runIfNamed(args);
        HelpOption.runIfAsked("reactive-server", WeirProperties.class, args);
        SpringApplication.run(ReactiveServer.class, args);
    }
}
