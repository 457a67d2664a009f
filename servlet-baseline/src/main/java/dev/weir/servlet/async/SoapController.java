package dev.weir.servlet.async;

import dev.weir.servlet.RequestFields;
import dev.weir.servlet.SoapBody;
import dev.weir.soap.SoapAnswer;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.throttle.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /ws} with Spring's asynchronous dispatch.
 *
 * <p>Which thread: one of the connector's reads the body and another writes the answer, one of {@link SoapPool} computes.
 * Waited for without a thread: the answer. The client leaves: nobody notices, and the answer cannot be written.
 */
@RestController
class SoapController {
    private final Callers callers;
    private final SoapPool pool;

    SoapController(Callers callers, SoapPool pool) {
        this.callers = callers;
        this.pool = pool;
    }

    @PostMapping("/ws")
    CompletableFuture<ResponseEntity<byte[]>> call(HttpServletRequest request) throws IOException {
        callers.call(name -> RequestFields.value(request, name), RequestFields.remote(request));
        SoapTransport.check(name -> RequestFields.value(request, name));
        return pool.call(SoapBody.read(request, pool)).thenApply(SoapController::answer);
    }

    private static ResponseEntity<byte[]> answer(SoapAnswer answer) {
        return ResponseEntity.status(answer.status())
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .body(answer.envelope());
    }
}
