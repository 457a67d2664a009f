package dev.weir.reactive.web.chain;

import dev.weir.chain.Chain;
import dev.weir.config.WeirProperties;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Defines the beans of the experiment {@code GET /chain} if {@code weir.chain.enabled} turns it on. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("weir.chain.enabled")
@Import(ChainController.class)
public class ChainConfiguration {
    /**
     * The maximum number of connections to the called server. Each waiting call holds one connection. The maximum has
     * no effect in a process with at most 20,000 file descriptors, because these run out first.
     */
    private static final int MOST = 20_000;

    /**
     * The time after which an idle connection is closed. The JDK's client, which the servlet server uses, has the same
     * limit.
     */
    private static final Duration IDLE = Duration.ofSeconds(30);

    @Bean
    Chain chain(WeirProperties properties) {
        return Chain.announced(properties.chain());
    }

    /**
     * Creates the connection pool of the HTTP client. The pool closes idle connections. Later, it also forgets a server
     * to which no connection is open.
     */
    @Bean(destroyMethod = "dispose")
    ConnectionProvider chainConnections() {
        return ConnectionProvider.builder("weir-chain")
                .maxConnections(MOST)
                .maxIdleTime(IDLE)
                .evictInBackground(IDLE)
                .disposeInactivePoolsInBackground(IDLE, IDLE)
                .build();
    }

    @Bean
    WebClient chainClient(ConnectionProvider chainConnections, LoopResources loops) {
        HttpClient client = HttpClient.create(chainConnections).runOn(loops);
        return WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(client))
                .build();
    }
}
