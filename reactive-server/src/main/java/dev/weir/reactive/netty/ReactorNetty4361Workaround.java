package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Starts the handling of each request in a new task on the connection's event loop.
 *
 * <p>Works around issue 4361 of reactor-netty. Reactor Netty queues pipelined requests. If such a request is answered
 * while Reactor Netty is still removing it from the queue, Reactor Netty never reads from the connection again and
 * never closes it.
 */
@Component
class ReactorNetty4361Workaround implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handling, connection) -> handling.subscribeOn(
                Schedulers.fromExecutor(connection.channel().eventLoop())));
    }
}
