package dev.weir.reactive.netty;

import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;

/**
 * Begins every request in a task of its own, on its connection's event loop.
 *
 * <p>Until reactor-netty's issue 4361 is mended: where a request that waited behind another is answered while it is still
 * being taken out of the queue, the connection is read no more, and neither served nor closed.
 */
@Component
class ReactorNetty4361Workaround implements NettyServerCustomizer {
    @Override
    public HttpServer apply(HttpServer server) {
        return server.mapHandle((handling, connection) -> handling.subscribeOn(
                Schedulers.fromExecutor(connection.channel().eventLoop())));
    }
}
