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
 * Serves {@code /ws} with a {@link CompletableFuture}. The body is an {@link InputStream} and no {@code @RequestBody byte[]},
 * which Spring MVC would read to its end before the controller knows the sender.
 *
 * <p>Which thread: the connector's read the message and write the answer, one of {@link SoapPool} computes. Waited for
 * without a thread: the answer; a thread of the connector waits for the message. The client leaves: nobody notices, and the
 * answer cannot be written.
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
