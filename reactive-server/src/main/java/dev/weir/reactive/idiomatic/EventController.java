package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.RequestFields;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /events} as a {@code Flux} of events, and {@code /events/next} as a {@code Mono}, in a {@code
 * ResponseEntity}.
 *
 * <p>Which thread: the connection's event loop, and those of {@link EventFeeds}. Waited for without a thread: the next
 * event, and the demand of Reactor Netty. The client leaves: the chain or the body is cancelled, which ends the poll or
 * the feed, and {@link PlaceFilter} lets the subscriber leave the table.
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
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> stream(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        String lastEventId = RequestFields.value(request, "Last-Event-ID");
        Reading reading = Reading.stream(log, lastEventId, name -> RequestFields.query(request, name));
        Place place = Place.of(exchange);
        return Mono.fromSupplier(() -> place.keep(subscribe(request), Admission::leave))
                .map(admission -> stream(request, response, reading, place))
                .onErrorResume(RefusedException.class, e -> comeBack(response, e));
    }

    private Admission subscribe(ServerHttpRequest request) {
        return callers.subscription(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }

    private ResponseEntity<Flux<ServerSentEvent<String>>> stream(
            ServerHttpRequest request, ServerHttpResponse response, Reading reading, Place place) {
        if (request.getMethod().equals(HttpMethod.HEAD)) {
            place.giveBack();
            return with(StreamFields.STREAM, ResponseEntity.ok()).build();
        }
        return answer(response, place.during(feeds.stream(reading)));
    }

    /** An {@code EventSource} that gets another status than 200 never comes again. */
    private static Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> comeBack(
            ServerHttpResponse response, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        Duration later = Duration.ofMillis(StreamFields.comeBackMillis());
        return Mono.just(answer(
                response,
                Flux.just(ServerSentEvent.<String>builder().retry(later).build())));
    }

    /** Spring adds a charset to the type of a stream, though the type has only one: takes it away. */
    private static ResponseEntity<Flux<ServerSentEvent<String>>> answer(
            ServerHttpResponse response, Flux<ServerSentEvent<String>> body) {
        response.beforeCommit(() -> Mono.fromRunnable(() -> StreamFields.STREAM.forEach(response.getHeaders()::set)));
        return with(StreamFields.STREAM, ResponseEntity.ok()).body(body);
    }

    @GetMapping("/events/next")
    Mono<ResponseEntity<byte[]>> next(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        Reading reading = Reading.poll(log, name -> RequestFields.query(request, name));
        return Mono.using(
                () -> subscribe(request),
                admission ->
                        feeds.next(reading).doOnNext(batch -> admission.leave()).map(EventController::answer),
                Admission::leave);
    }

    private static ResponseEntity<byte[]> answer(Batch batch) {
        Map<String, String> fields = StreamFields.next(batch);
        return batch.size() == 0
                ? with(fields, ResponseEntity.noContent()).build()
                : with(fields, ResponseEntity.ok()).body(batch.json());
    }

    private static <T extends ResponseEntity.HeadersBuilder<?>> T with(Map<String, String> fields, T answer) {
        fields.forEach((name, value) -> answer.header(name, value));
        return answer;
    }
}
