package dev.weir.servlet.idiomatic.async;

import dev.weir.servlet.idiomatic.SoapMessages;
import dev.weir.servlet.web.Exchange;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves SOAP calls at {@code /ws} with a {@link CompletableFuture}. Takes the body as an {@link InputStream}, so that
 * the sender is identified before the body is read.
 *
 * <p>Runs on connector threads. A thread of {@link SoapPool} verifies the message and signs the answer. Blocks a
 * connector thread while it reads the message, but no thread while it waits for the answer. When the client leaves, the
 * controller does not notice, and the answer is discarded.
 */
@RestController
class SoapController {
    private final SoapMessages messages;
    private final SoapPool pool;

    SoapController(SoapMessages messages, SoapPool pool) {
        this.messages = messages;
        this.pool = pool;
    }

    @PostMapping("/ws")
    CompletableFuture<ResponseEntity<byte[]>> call(
            HttpServletRequest request, HttpServletResponse response, InputStream body) throws IOException {
        IncomingMessage message = messages.read(new Exchange(request, response), body);
        return pool.call(message).thenApply(SoapMessages::entity);
    }
}
