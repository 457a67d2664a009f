package dev.weir.servlet.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes events that are published, in every model without a thread until the body is whole. */
@RestController
class PublishController {
    private final Callers callers;
    private final Publisher publisher;
    private final RequestBodies bodies;

    PublishController(Callers callers, Publisher publisher, RequestBodies bodies) {
        this.callers = callers;
        this.publisher = publisher;
        this.bodies = bodies;
    }

    @PostMapping("/events")
    void publish(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Client client = callers.publish(name -> RequestFields.value(request, name), RequestFields.remote(request));
        Publication.checkType(request.getContentType());
        check(request.getContentLengthLong());
        bodies.read(request, response, new Body(request, client));
    }

    private static void check(long bytes) {
        if (bytes > Publication.MOST_BYTES) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
    }

    private final class Body implements RequestBodies.Reader {
        private final HttpServletRequest request;
        private final Client client;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        Body(HttpServletRequest request, Client client) {
            this.request = request;
            this.client = client;
        }

        @Override
        public void add(ByteBuffer bytes) {
            check((long) body.size() + bytes.remaining());
            body.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        }

        @Override
        public CompletionStage<RequestBodies.Answer> whole() {
            Publication publication = Publication.of(
                    request.getContentType(), first(request, "topic"), first(request, "type"), body.toByteArray());
            String id = publisher.publish(client, publication, RequestFields.value(request, "Idempotency-Key"));
            return CompletableFuture.completedFuture(response -> write(response, id));
        }
    }

    private static void write(HttpServletResponse response, String id) throws IOException {
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
