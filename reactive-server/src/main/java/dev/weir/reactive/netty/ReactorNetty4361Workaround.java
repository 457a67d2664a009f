package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Handles two kinds of requests in a new task of the event loop.
 * <ul>
 * <li>A request that has waited in the queue of pipelined requests. Without the new task, the server may never read the
 *     connection again, and the connection stays open (issue 4361 of reactor-netty).
 * <li>A request with a body. The new task runs after the server has read the bytes that have arrived. If these are the
 *     whole body, the server can refuse the request without closing the connection.
 * </ul>
 *
 * <p>The management port has no {@link RequestGate}. There, all requests are handled in a new task.
 */
@Component
public class ReactorNetty4361Workaround implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handling, connection) -> Mono.defer(() -> RequestGate.isReady(connection.channel())
                ? handling
                : handling.subscribeOn(
                        Schedulers.fromExecutor(connection.channel().eventLoop()))));
    }
}
