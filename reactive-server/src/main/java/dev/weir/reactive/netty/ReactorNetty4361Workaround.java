package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Handles some requests in a new task of the event loop. For a request that waited in the queue of pipelined requests,
 * this works around issue 4361 of reactor-netty: otherwise its connection may stay open forever without being read. For
 * a request with a body, the task runs after the bytes that have arrived are read. So a complete body does not count as
 * missing when the server refuses the request.
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
