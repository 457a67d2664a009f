package dev.weir.reactive.web;

import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Takes events that are published, as a chain of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop. Waited for without a thread: the body. The client leaves: the chain is
 * cancelled, and what has not come whole is not published.
 */
@RestController
class PublishController {
    private final Callers callers;
    private final Publisher publisher;
    private final RequestBody bodies;

    PublishController(Callers callers, Publisher publisher, RequestBody bodies) {
        this.callers = callers;
        this.publisher = publisher;
        this.bodies = bodies;
    }

    @PostMapping("/events")
    Mono<Void> publish(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        Client client = callers.publish(name -> RequestFields.value(request, name), RequestFields.remote(request));
        return bodies.readAll(exchange, Publication.MOST_BYTES, Problem.TOO_LARGE)
                .flatMap(body -> published(exchange, publish(request, client, body)));
    }

    private String publish(ServerHttpRequest request, Client client, byte[] body) {
        Publication publication = Publication.of(
                RequestFields.value(request, "Content-Type"), first(request, "topic"), first(request, "type"), body);
        return publisher.publish(client, publication, RequestFields.value(request, "Idempotency-Key"));
    }

    private static Mono<Void> published(ServerWebExchange exchange, String id) {
        ServerHttpResponse response = exchange.getResponse();
        byte[] answer = ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
        response.setRawStatusCode(201);
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        response.getHeaders().setContentLength(answer.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(answer)));
    }

    private static @Nullable String first(ServerHttpRequest request, String name) {
        List<String> values = RequestFields.query(request, name);
        return values.isEmpty() ? null : values.getFirst();
    }
}
