package dev.weir.servlet;

import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.throttle.Callers;
import dev.weir.throttle.Client;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes events that are published, in every model on the request's thread, which waits for the body. */
@RestController
class PublishController {
    private final Callers callers;
    private final Publisher publisher;

    PublishController(Callers callers, Publisher publisher) {
        this.callers = callers;
        this.publisher = publisher;
    }

    @PostMapping("/events")
    void publish(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Client client = callers.publish(name -> RequestFields.value(request, name), RequestFields.remote(request));
        byte[] body = request.getInputStream().readNBytes(Publication.MOST_BYTES + 1);
        Publication publication =
                Publication.of(request.getContentType(), first(request, "topic"), first(request, "type"), body);
        String id = publisher.publish(client, publication, RequestFields.value(request, "Idempotency-Key"));
        byte[] answer = ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(answer.length);
        response.getOutputStream().write(answer);
    }

    private static @Nullable String first(HttpServletRequest request, String name) {
        return request.getParameter(name);
    }
}
