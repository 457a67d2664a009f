package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Works around issue 4361 of reactor-netty by handling each request in a new task of the event loop. Otherwise a
 * connection with pipelined requests may stay open forever without being read.
 */
@Component
class ReactorNetty4361Workaround implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handling, connection) -> handling.subscribeOn(
                Schedulers.fromExecutor(connection.channel().eventLoop())));
    }
}
