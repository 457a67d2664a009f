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
import dev.weir.soap.Wsdl;
import io.netty.channel.EventLoop;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
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
    /** Read at the start, and the description with it: an event loop must not. */
    private final byte[] schema = Wsdl.schema();

    SoapController(Callers callers, SoapPool pool, RequestBody bodies) {
        this.callers = callers;
        this.pool = pool;
        this.bodies = bodies;
    }

    @PostMapping("/ws")
    Mono<ResponseEntity<byte[]>> call(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        Client client = admit(request);
        Sinks.Empty<Void> evicted = Sinks.empty();
        EventLoop loop = Outflow.channel(exchange.getResponse()).eventLoop(); // evicted on that of another connection
        return Mono.using(
                        () -> pool.read(
                                client.name(),
                                name -> RequestFields.value(request, name),
                                () -> loop.execute(() -> refuse(evicted))),
                        message -> Mono.firstWithSignal(receive(exchange, message), evicted.asMono())
                                .then(Mono.fromFuture(() -> pool.call(message))),
                        IncomingMessage::close)
                .map(SoapController::answer);
    }

    private Mono<Void> receive(ServerWebExchange exchange, IncomingMessage message) {
        return bodies.read(exchange, SoapTransport.MOST_BYTES, Problem.MESSAGE_TOO_LARGE)
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

    @GetMapping("/ws/calc.xsd")
    ResponseEntity<byte[]> schema(ServerHttpRequest request) {
        admit(request);
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(schema);
    }

    /** Not by {@code produces}: of two handlers Spring prefers the one without, whatever its methods. */
    @GetMapping("/ws/calc.wsdl")
    ResponseEntity<byte[]> description(ServerHttpRequest request) {
        admit(request);
        byte[] description = Wsdl.of(
                request.getURI(),
                callers.proxies(),
                name -> RequestFields.value(request, name),
                RequestFields.remote(request));
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(description);
    }

    private Client admit(ServerHttpRequest request) {
        return callers.call(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }
}
