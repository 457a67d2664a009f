package dev.weir.reactive;

import io.netty.channel.Channel;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver.State;
import reactor.netty.channel.ChannelOperations;
import reactor.netty.http.server.HttpServer;

/**
 * Has the next request of a connection read.
 *
 * <p>Reactor Netty 1.3.7 forgets to when a request that waited behind another is answered at once, and the connection is
 * then neither served nor closed (reactor-netty issue 4361).
 */
@Component
class NextRequest implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.childObserve(NextRequest::changed);
    }

    private static void changed(Connection connection, State state) {
        if (state.equals(State.DISCONNECTING)) {
            Channel channel = connection.channel();
            // Behind what Reactor Netty has yet to do for requests that wait.
            channel.eventLoop().execute(() -> {
                if (ChannelOperations.get(channel) == null) {
                    channel.read();
                }
            });
        }
    }
}
