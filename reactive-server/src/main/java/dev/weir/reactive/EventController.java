package dev.weir.reactive;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.clients.Client;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /events} as chains of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop. Waited for without a thread: the next event, and room in the socket, by
 * {@link EventFeed} and {@link EventPoll}. The client leaves: the chain is cancelled, which ends the feed and lets the
 * subscriber leave the table; a {@link StreamConnection} has neither chain nor request any more, and tells the feed.
 */
@RestController
class EventController {
    private final Callers callers;
    private final EventLog log;
    private final Publisher publisher;
    private final EventFeeds feeds;
    private final RequestBody bodies;

    EventController(Callers callers, EventLog log, Publisher publisher, EventFeeds feeds, RequestBody bodies) {
        this.callers = callers;
        this.log = log;
        this.publisher = publisher;
        this.feeds = feeds;
        this.bodies = bodies;
    }

    @GetMapping("/events")
    Mono<Void> stream(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        Reading reading = Reading.stream(log, field(request, "Last-Event-ID"), name -> query(request, name));
        return Mono.using(() -> place(request), place -> stream(request, response, reading, place), Place::leave)
                .onErrorResume(RefusedException.class, e -> comeBack(response, e));
    }

    private Place place(ServerHttpRequest request) {
        return new Place(callers.subscription(name -> field(request, name), remote(request))::leave);
    }

    private Mono<Void> stream(ServerHttpRequest request, ServerHttpResponse response, Reading reading, Place place) {
        StreamFields.STREAM.forEach(response.getHeaders()::set);
        if (request.getMethod().equals(HttpMethod.HEAD)) {
            place.leave();
            return response.setComplete();
        }
        return feeds.stream(response, reading, place);
    }

    /** An {@code EventSource} that gets another status than 200 never comes again. */
    private static Mono<Void> comeBack(ServerHttpResponse response, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        StreamFields.STREAM.forEach(response.getHeaders()::set);
        return write(response, StreamFields.comeBack());
    }

    @GetMapping("/events/next")
    Mono<Void> next(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        Reading reading = Reading.poll(log, name -> query(request, name));
        return Mono.using(
                () -> callers.subscription(name -> field(request, name), remote(request)),
                admission -> feeds.next(exchange.getResponse(), reading)
                        .doOnNext(batch -> admission.leave())
                        .flatMap(batch -> answer(exchange.getResponse(), batch)),
                Admission::leave);
    }

    private static Mono<Void> answer(ServerHttpResponse response, Batch batch) {
        StreamFields.next(batch).forEach(response.getHeaders()::set);
        if (batch.size() == 0) {
            response.setRawStatusCode(204);
            return response.setComplete();
        }
        return write(response, batch.json());
    }

    @PostMapping("/events")
    Mono<Void> publish(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        Client client = callers.publish(name -> field(request, name), remote(request));
        return bodies.readAll(exchange, Publication.MOST_BYTES, Problem.TOO_LARGE)
                .flatMap(body -> published(exchange, publish(request, client, body)));
    }

    private String publish(ServerHttpRequest request, Client client, byte[] body) {
        Publication publication =
                Publication.of(field(request, "Content-Type"), first(request, "topic"), first(request, "type"), body);
        return publisher.publish(client, publication, field(request, "Idempotency-Key"));
    }

    private static Mono<Void> published(ServerWebExchange exchange, String id) {
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(201);
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        return write(response, ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    private static Mono<Void> write(ServerHttpResponse response, byte[] body) {
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static @Nullable String field(ServerHttpRequest request, String name) {
        return DownloadController.field(request, name);
    }

    private static List<String> query(ServerHttpRequest request, String name) {
        return request.getQueryParams().getOrDefault(name, List.of()).stream()
                .map(value -> value == null ? "" : value) // a name without a value
                .toList();
    }

    private static @Nullable String first(ServerHttpRequest request, String name) {
        List<String> values = query(request, name);
        return values.isEmpty() ? null : values.getFirst();
    }

    private static InetAddress remote(ServerHttpRequest request) {
        return Objects.requireNonNull(request.getRemoteAddress()).getAddress();
    }
}
