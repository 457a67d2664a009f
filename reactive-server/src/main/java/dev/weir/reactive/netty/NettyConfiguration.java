package dev.weir.reactive.netty;

import dev.weir.config.stop.Shutdown;
import dev.weir.config.stop.StopPhase;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imports the beans that set up Reactor Netty. */
@Configuration(proxyBeanMethods = false)
@Import({ConnectionGuard.class, Http2Streams.class, ReactorNetty4361Workaround.class, TlsSetup.class})
public class NettyConfiguration {
    @Bean
    SmartLifecycle lastConnectionsEnd(ConnectionGuard guard) {
        return new StopPhase(Shutdown.LAST_CONNECTIONS, guard::closeAll);
    }
}
