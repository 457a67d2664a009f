package dev.weir.servlet.idiomatic.blocking;

import dev.weir.servlet.idiomatic.SoapMessages;
import dev.weir.servlet.web.Exchange;
import dev.weir.soap.IncomingMessage;
import dev.weir.soap.SoapPool;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /ws} on the request's thread. The body is an {@link InputStream} and no {@code @RequestBody byte[]}, which
 * Spring MVC would read to its end before the controller knows the sender.
 *
 * <p>Which thread: the request's carries the bytes, one of {@link SoapPool} computes, as in all models. Waited for without
 * a thread: nothing. The client leaves: nobody notices, and the answer cannot be written.
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
    ResponseEntity<byte[]> call(HttpServletRequest request, HttpServletResponse response, InputStream body)
            throws IOException {
        IncomingMessage message = messages.read(new Exchange(request, response), body);
        return SoapMessages.entity(pool.call(message).join());
    }
}
