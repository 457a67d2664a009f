package dev.weir.reactive.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.netty.Outflow;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.soap.message.SoapAnswer;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Reads SOAP messages and passes them to the SOAP service, without blocking a thread. Thread-safe. */
@Component
class SoapBodies {
    private final Callers callers;
    private final SoapPool pool;
    private final RequestBodies bodies;

    SoapBodies(Callers callers, SoapPool pool, RequestBodies bodies) {
        this.callers = callers;
        this.pool = pool;
        this.bodies = bodies;
    }

    /**
     * Checks that the sender may call the service, reads the message, and passes it to {@code call}. If the {@code
     * Mono} is cancelled, closes the message, and cancels the future that {@code call} has returned.
     *
     * @param call answers a complete message; called on the connection's event loop
     * @throws RefusedException if the sender may not call the service. Any later refusal makes the {@code Mono} fail
     */
    Mono<ResponseEntity<byte[]>> read(
            Exchange exchange, Function<IncomingMessage, CompletableFuture<SoapAnswer>> call) {
        Client client = callers.call(exchange);
        Sinks.Empty<Void> eviction = Sinks.empty();
        EventLoop loop =
                Outflow.channel(exchange.response()).eventLoop(); // another connection's loop may evict the message
        return Mono.using(
                        () -> pool.read(client.name(), exchange::field, () -> loop.execute(() -> refuse(eviction))),
                        message -> Mono.firstWithSignal(receive(exchange, message), eviction.asMono())
                                .then(Mono.fromFuture(() -> {
                                    callers.check(client);
                                    return call.apply(message);
                                })),
                        IncomingMessage::close)
                .map(SoapBodies::entity);
    }

    private Mono<Void> receive(Exchange exchange, IncomingMessage message) {
        return bodies.read(exchange.web(), SoapTransport.MOST_BYTES, Problem.MESSAGE_TOO_LARGE)
                .doOnNext(buffer -> add(buffer, message))
                .then();
    }

    private static void refuse(Sinks.Empty<Void> eviction) {
        eviction.tryEmitError(new RefusedException(Problem.OVERLOADED));
    }

    private static void add(DataBuffer buffer, IncomingMessage message) {
        try (DataBuffer.ByteBufferIterator blocks = buffer.readableByteBuffers()) {
            blocks.forEachRemaining(message::add);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static ResponseEntity<byte[]> entity(SoapAnswer answer) {
        return ResponseEntity.status(answer.status())
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .body(answer.envelope());
    }
}
