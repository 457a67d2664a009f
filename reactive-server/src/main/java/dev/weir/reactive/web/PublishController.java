package dev.weir.reactive.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Publisher;
import dev.weir.events.http.Submission;
import dev.weir.problem.Problem;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code POST /events} with a chain of {@code Mono}s. The request publishes one event or a batch.
 *
 * <p>Runs on the connection's event loop. With Redis, another thread continues when the events are stored. Blocks no
 * thread while it waits for the body or the event log. When the client leaves, Reactor Netty cancels the chain. If the
 * body is incomplete then, nothing is published. Otherwise the events may still be published.
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
    Mono<Void> publish(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Client client = admit(exchange);
        Submission.checkType(exchange.field("Content-Type"));
        return bodies.readAll(web, Submission.MOST_BYTES, Problem.TOO_LARGE)
                .flatMap(body -> Mono.fromFuture(append(exchange, client, body)))
                .flatMap(answer -> answer(exchange, answer));
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
    private static Mono<Void> answer(Exchange exchange, byte[] body) {
        exchange.answer(201, Submission.fields(body));
        return exchange.write(body);
    }
}
