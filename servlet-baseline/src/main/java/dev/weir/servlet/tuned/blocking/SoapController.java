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
 * Serves {@code /ws}.
 *
 * <p>Runs on the request's thread, and verifies and signs on a thread of {@link SoapPool}, as in all models. Blocks the
 * request's thread while it waits for the answer, and no thread while it waits for the message. When the client leaves,
 * the controller does not notice, and the answer is discarded.
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
