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
 * Serves SOAP calls at {@code /ws}.
 *
 * <p>Runs on connector threads. A thread of {@link SoapPool} verifies the message and signs the answer. Blocks a
 * connector thread while it waits for the answer, but no thread while it waits for the message. When the client leaves,
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
