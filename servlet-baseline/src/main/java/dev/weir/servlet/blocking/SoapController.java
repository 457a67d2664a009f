package dev.weir.servlet.blocking;

import dev.weir.problem.RefusedException;
import dev.weir.servlet.RequestFields;
import dev.weir.servlet.SoapBody;
import dev.weir.soap.SoapAnswer;
import dev.weir.soap.SoapPool;
import dev.weir.soap.SoapTransport;
import dev.weir.throttle.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /ws} from top to bottom.
 *
 * <p>Which thread: the request's carries the bytes, one of {@link SoapPool} computes. Waited for without a thread:
 * nothing; a virtual thread would compute no faster than those of the pool do, so all models have the same limit. The
 * client leaves: nobody notices, and the answer cannot be written.
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
    ResponseEntity<byte[]> call(HttpServletRequest request) throws IOException {
        callers.call(name -> RequestFields.value(request, name), RequestFields.remote(request));
        SoapTransport.check(name -> RequestFields.value(request, name));
        byte[] message = SoapBody.read(request, pool);
        try {
            return answer(pool.call(message).join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            throw e;
        }
    }

    private static ResponseEntity<byte[]> answer(SoapAnswer answer) {
        return ResponseEntity.status(answer.status())
                .header("Content-Type", SoapAnswer.MEDIA_TYPE)
                .body(answer.envelope());
    }
}
