package dev.weir.reactive.tuned;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.tuned.netty.EventFeeds;
import dev.weir.reactive.tuned.netty.Place;
import dev.weir.reactive.web.RequestFields;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /events} as chains of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop. Waited for without a thread: the next event, and room in the socket, by
 * the feeds and polls of {@link EventFeeds}. The client leaves: the chain is cancelled, which ends the poll and lets the
 * subscriber leave the table; a stream that has begun has neither chain nor request any more, and its connection tells
 * the feed.
 */
@RestController
class EventController {
    private final Callers callers;
    private final EventLog log;
    private final EventFeeds feeds;

    EventController(Callers callers, EventLog log, EventFeeds feeds) {
        this.callers = callers;
        this.log = log;
        this.feeds = feeds;
    }

    @GetMapping("/events")
    Mono<Void> stream(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        String lastEventId = RequestFields.value(request, "Last-Event-ID");
        Reading reading = Reading.stream(log, lastEventId, name -> RequestFields.query(request, name));
        return Mono.using(() -> place(request), place -> stream(request, response, reading, place), Place::leave)
                .onErrorResume(RefusedException.class, e -> comeBack(response, e));
    }

    private Place place(ServerHttpRequest request) {
        return new Place(subscribe(request)::leave);
    }

    private Admission subscribe(ServerHttpRequest request) {
        return callers.subscription(name -> RequestFields.value(request, name), RequestFields.remote(request));
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
        Reading reading = Reading.poll(log, name -> RequestFields.query(request, name));
        return Mono.using(
                () -> subscribe(request),
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

    private static Mono<Void> write(ServerHttpResponse response, byte[] body) {
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
