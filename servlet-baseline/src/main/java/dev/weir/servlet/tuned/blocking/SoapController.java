package dev.weir.servlet.tuned.blocking;

import dev.weir.servlet.web.SoapBodies;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import dev.weir.soap.message.SoapAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /ws} on the request's thread, once the message is whole.
 *
 * <p>Which thread: the request's carries the bytes, one of {@link SoapPool} computes. Waited for without a thread: the
 * message, since its sender may take its time; the answer is waited for with the thread. A virtual thread would compute no
 * faster than those of the pool do, so all models have the same limit. The client leaves: nobody notices, and the answer
 * cannot be written.
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
    void call(HttpServletRequest request, HttpServletResponse response) throws IOException {
        bodies.read(request, response, this::answer);
    }

    private CompletableFuture<SoapAnswer> answer(IncomingMessage message) {
        return CompletableFuture.completedFuture(pool.call(message).join());
    }
}
