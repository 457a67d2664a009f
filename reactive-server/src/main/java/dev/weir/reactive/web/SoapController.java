package dev.weir.reactive.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.netty.Outflow;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapAnswer;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import io.netty.channel.EventLoop;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Serves {@code /ws} as a chain of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop carries the bytes, one of {@link SoapPool} computes. Waited for without a
 * thread: the body, and the answer. The client leaves: the chain is cancelled, and with it a call that nobody has begun.
 */
@RestController
class SoapController {
    private final Callers callers;
    private final SoapPool pool;
    private final RequestBody bodies;

    SoapController(Callers callers, SoapPool pool, RequestBody bodies) {
        this.callers = callers;
        this.pool = pool;
        this.bodies = bodies;
    }

    @PostMapping("/ws")
    Mono<ResponseEntity<byte[]>> call(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Client client = admit(exchange);
        Sinks.Empty<Void> evicted = Sinks.empty();
        EventLoop loop = Outflow.channel(exchange.response()).eventLoop(); // evicted on that of another connection
        return Mono.using(
                        () -> pool.read(client.name(), exchange::field, () -> loop.execute(() -> refuse(evicted))),
                        message -> Mono.firstWithSignal(receive(web, message), evicted.asMono())
                                .then(Mono.fromFuture(() -> pool.call(message))),
                        IncomingMessage::close)
                .map(SoapController::answer);
    }

    // who
    private Client admit(Exchange exchange) {
        return callers.call(exchange::field, exchange.remote());
    }

    private Mono<Void> receive(ServerWebExchange web, IncomingMessage message) {
        return bodies.read(web, SoapTransport.MOST_BYTES, Problem.MESSAGE_TOO_LARGE)
                .doOnNext(buffer -> add(buffer, message))
                .then();
    }

    private static void refuse(Sinks.Empty<Void> evicted) {
        evicted.tryEmitError(new RefusedException(Problem.OVERLOADED));
    }

    private static void add(DataBuffer buffer, IncomingMessage message) {
        try (DataBuffer.ByteBufferIterator blocks = buffer.readableByteBuffers()) {
            blocks.forEachRemaining(message::add);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static ResponseEntity<byte[]> answer(SoapAnswer answer) {
        return ResponseEntity.status(answer.status())
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .body(answer.envelope());
    }
}
