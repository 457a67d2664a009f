package dev.weir.servlet.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Publisher;
import dev.weir.events.http.Submission;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Publishes the events that clients post to {@code /events}. In each threading model, reads the body without blocking.
 */
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
        Exchange exchange = new Exchange(request, response);
        Client client = admit(exchange);
        Submission.checkType(exchange.field("Content-Type"));
        check(request.getContentLengthLong());
        bodies.read(request, response, new PublishedBody(exchange, client));
    }

    // admit the client
    private Client admit(Exchange exchange) {
        return callers.publish(exchange);
    }

    // append the events
    private CompletableFuture<byte[]> append(Exchange exchange, Client client, byte[] body) {
        Submission submission =
                Submission.of(exchange.field("Content-Type"), exchange.first("topic"), exchange.first("type"), body);
        submission.admit(callers, client);
        return publisher
                .publish(client, submission.events(), exchange.field("Idempotency-Key"))
                .thenApply(submission::answer);
    }

    // write the response
    private static void answer(Exchange exchange, byte[] body) throws IOException {
        exchange.answer(201, Submission.fields(body));
        exchange.response().getOutputStream().write(body);
    }

    private static void check(long bytes) {
        if (bytes > Submission.MOST_BYTES) {
            throw new RefusedException(Problem.TOO_LARGE);
        }
    }

    private final class PublishedBody implements RequestBodies.Reader {
        private final Exchange exchange;
        private final Client client;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        PublishedBody(Exchange exchange, Client client) {
            this.exchange = exchange;
            this.client = client;
        }

        @Override
        public void add(ByteBuffer bytes) {
            check((long) body.size() + bytes.remaining());
            body.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        }

        @Override
        public CompletionStage<RequestBodies.Answer> whole() {
            return append(exchange, client, body.toByteArray())
                    .<RequestBodies.Answer>thenApply(answer -> _ -> answer(exchange, answer));
        }
    }
}
