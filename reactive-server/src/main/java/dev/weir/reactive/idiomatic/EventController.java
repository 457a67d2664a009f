package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.Exchange;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
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
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> stream(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Reading reading = Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query);
        Place place = Place.of(web);
        return Mono.fromSupplier(() -> place.keep(subscribe(exchange), Admission::leave))
                .map(admission -> stream(exchange, reading, place))
                .onErrorResume(RefusedException.class, e -> comeBack(exchange, e));
    }

    // who
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange::field, exchange.remote());
    }

    private ResponseEntity<Flux<ServerSentEvent<String>>> stream(Exchange exchange, Reading reading, Place place) {
        if (exchange.method().equals("HEAD")) {
            place.giveBack();
            return with(StreamFields.STREAM, ResponseEntity.ok()).build();
        }
        return answer(exchange, place.during(feeds.stream(reading)));
    }

    /** An {@code EventSource} that gets another status than 200 never comes again. */
    private static Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> comeBack(Exchange exchange, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        Duration later = Duration.ofMillis(StreamFields.comeBackMillis());
        return Mono.just(answer(
                exchange,
                Flux.just(ServerSentEvent.<String>builder().retry(later).build())));
    }

    /** Spring adds a charset to the type of a stream, though the type has only one: takes it away. */
    private static ResponseEntity<Flux<ServerSentEvent<String>>> answer(
            Exchange exchange, Flux<ServerSentEvent<String>> body) {
        exchange.response().beforeCommit(() -> Mono.fromRunnable(() -> exchange.answer(StreamFields.STREAM)));
        return with(StreamFields.STREAM, ResponseEntity.ok()).body(body);
    }

    @GetMapping("/events/next")
    Mono<ResponseEntity<byte[]>> next(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Reading reading = Reading.poll(log, exchange::query);
        return Mono.using(
                () -> subscribe(exchange),
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
