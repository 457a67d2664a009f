package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.Exchange;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /events} (SSE) as a {@code Flux} of events, and {@code /events/next} (long poll) as a {@code Mono}.
 *
 * <p>Runs on the connection's event loop and on the threads of {@link EventFeeds}. Blocks no thread while it waits for
 * an event or the client. When the client leaves, Reactor Netty cancels the response. The cancellation releases the
 * client's subscription slot ({@link Admission}).
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
        return Mono.fromSupplier(() -> {
                    Reading reading = callers.parsed(
                            exchange, () -> Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query));
                    Admission admission = subscribe(exchange);
                    Reading allowed = reading.within(admission.rights());
                    return feeds.stream(exchange, admission, allowed);
                })
                .onErrorResume(RefusedException.class, e -> feeds.comeBack(exchange, e));
    }

    @GetMapping("/events/next")
    Mono<ResponseEntity<byte[]>> next(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Reading reading =
                callers.parsed(exchange, () -> Reading.poll(log, exchange.field("Last-Event-ID"), exchange::query));
        return Mono.defer(() -> {
            Admission admission = subscribe(exchange);
            Reading allowed = reading.within(admission.rights());
            return feeds.next(admission, allowed);
        });
    }

    // admit the client
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange);
    }
}
