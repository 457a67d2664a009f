package dev.weir.reactive;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.SoapAnswer;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.soap.Wsdl;
import dev.weir.throttle.Callers;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

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
    /** Read at the start, and the description with it: an event loop must not. */
    private final byte[] schema = Wsdl.schema();

    SoapController(Callers callers, SoapPool pool) {
        this.callers = callers;
        this.pool = pool;
    }

    @PostMapping("/ws")
    Mono<ResponseEntity<byte[]>> call(ServerHttpRequest request) {
        admit(request);
        SoapTransport.check(name -> DownloadController.field(request, name));
        return Mono.using(pool::read, read -> message(request), Runnable::run)
                .flatMap(message -> Mono.fromFuture(() -> pool.call(message)))
                .map(SoapController::answer);
    }

    private static Mono<byte[]> message(ServerHttpRequest request) {
        return DataBufferUtils.join(request.getBody(), SoapTransport.MOST_BYTES)
                .map(EventController::bytes)
                .defaultIfEmpty(new byte[0])
                .timeout(SoapTransport.PATIENCE)
                .onErrorMap(TimeoutException.class, e -> new RefusedException(Problem.TOO_SLOW))
                .onErrorMap(DataBufferLimitException.class, e -> new RefusedException(Problem.MESSAGE_TOO_LARGE));
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
                request.getURI(), callers.proxies(), name -> DownloadController.field(request, name), remote(request));
        return ResponseEntity.ok().header("Content-Type", SoapAnswer.MEDIA_TYPE).body(description);
    }

    private void admit(ServerHttpRequest request) {
        callers.call(name -> DownloadController.field(request, name), remote(request));
    }

    private static InetAddress remote(ServerHttpRequest request) {
        return Objects.requireNonNull(request.getRemoteAddress()).getAddress();
    }
}
