package dev.weir.reactive.web;

import dev.weir.soap.SoapPool;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /ws}, the SOAP service, as a chain of {@code Mono}s.
 *
 * <p>Runs on the connection's event loop, except that a thread of {@link SoapPool} verifies and signs messages. Blocks
 * no thread while it waits for the body or the answer. When the client leaves, Reactor Netty cancels the chain. If the
 * message then still waits for a thread of the pool, it is not processed.
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
