package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Works around issue 4361 of reactor-netty: handles a request that waited in the queue of pipelined requests in a new
 * task of the event loop. Otherwise the connection may stay open forever without being read. Does the same with a
 * request that has a body, so that a body that has already come does not count as missing when the request is refused.
 */
@Component
class ReactorNetty4361Workaround implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handling, connection) -> Mono.defer(() -> RequestGate.isReady(connection.channel())
                ? handling
                : handling.subscribeOn(
                        Schedulers.fromExecutor(connection.channel().eventLoop()))));
    }
}
