package dev.weir.reactive.web;

import dev.weir.soap.SoapPool;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /ws} as a chain of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop reads and writes, and a thread of {@link SoapPool} computes. Waited for
 * without a thread: the body, and the answer. The client leaves: Reactor Netty cancels the chain, and with it a call
 * that no thread has begun.
 */
@RestController
class SoapController {
    private final SoapBodies bodies;
    private final SoapPool pool;

    SoapController(SoapBodies bodies, SoapPool pool) {
        this.bodies = bodies;
        this.pool = pool;
    }

    @PostMapping("/ws")
    Mono<ResponseEntity<byte[]>> call(ServerWebExchange web) {
        return bodies.read(new Exchange(web), pool::call);
    }
}
