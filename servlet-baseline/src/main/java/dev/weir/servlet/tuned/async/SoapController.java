package dev.weir.servlet.tuned.async;

import dev.weir.servlet.web.SoapBodies;
import dev.weir.soap.SoapPool;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /ws} with the servlet API's asynchronous requests.
 *
 * <p>Which thread: the connector's read what has come and write the answer, one of {@link SoapPool} computes. Waited for
 * without a thread: the message and the answer. The client leaves: nobody notices, and the answer cannot be written.
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
        bodies.read(request, response, pool::call);
    }
}
