package dev.weir.servlet.idiomatic.async;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Serves event streams at {@code /events} with an {@link SseEmitter}, and long polls at {@code /events/next}.
 *
 * <p>Runs on a connector thread until the request is accepted, then on the threads of {@link EventFeed} and
 * {@link EventPoll}. Blocks no thread while it waits for an event. When the client leaves, a stream ends at its next
 * write. A long poll does not notice that the client has left.
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
    ResponseEntity<SseEmitter> stream(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = new Exchange(request, response);
        try {
            Reading reading = callers.parsed(
                    exchange, () -> Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query));
            Admission admission = subscribe(exchange);
            Reading allowed = reading.within(admission.rights());
            return feeds.stream(exchange, admission, allowed);
        } catch (RefusedException e) {
            return feeds.comeBack(e);
        }
    }

    @GetMapping("/events/next")
    DeferredResult<ResponseEntity<byte[]>> next(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = new Exchange(request, response);
        Reading reading =
                callers.parsed(exchange, () -> Reading.poll(log, exchange.field("Last-Event-ID"), exchange::query));
        Admission admission = subscribe(exchange);
        Reading allowed = reading.within(admission.rights());
        return feeds.next(admission, allowed);
    }

    // admit the client
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange);
    }
}
