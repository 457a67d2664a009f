package dev.weir.reactive.tuned;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.tuned.netty.EventFeeds;
import dev.weir.reactive.web.Exchange;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves event streams at {@code /events} and long polls at {@code /events/next} as chains of {@code Mono}s.
 *
 * <p>Runs on the connection's event loop. Blocks no thread while it waits for an event or the client. When the client
 * leaves during a poll, Reactor Netty cancels the chain. When it leaves during a stream, Netty notifies the channel
 * handler. In both cases, the client's subscription slot ({@link Admission}) is released.
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
    Mono<Void> stream(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        return Mono.defer(() -> {
                    Reading reading = callers.parsed(
                            exchange, () -> Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query));
                    Admission admission = subscribe(exchange);
                    Reading allowed = reading.within(admission.rights());
                    return feeds.stream(exchange, admission, allowed);
                })
                .onErrorResume(RefusedException.class, e -> feeds.comeBack(exchange, e));
    }

    @GetMapping("/events/next")
    Mono<Void> next(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Reading reading =
                callers.parsed(exchange, () -> Reading.poll(log, exchange.field("Last-Event-ID"), exchange::query));
        return Mono.defer(() -> {
            Admission admission = subscribe(exchange);
            Reading allowed = reading.within(admission.rights());
            return feeds.next(exchange, admission, allowed);
        });
    }

    // admit the client
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange);
    }
}
