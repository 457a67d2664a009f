package dev.weir.reactive;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;

/** Records the types of a server's channels: first the listening channel's, then those of the connections. */
final class Channels {
    static final BlockingQueue<Class<?>> TYPES = new LinkedBlockingQueue<>();

    @Bean
    NettyServerCustomizer recorder() {
        return server -> server.doOnBound(bound -> TYPES.add(bound.channel().getClass()))
                .doOnConnection(connection -> TYPES.add(connection.channel().getClass()));
    }
}
