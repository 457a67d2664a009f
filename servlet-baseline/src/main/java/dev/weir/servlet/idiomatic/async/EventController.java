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
 * Serves {@code /events} with an {@link SseEmitter}, and polls with a {@link DeferredResult}.
 *
 * <p>Which thread: one of the connector's until it is known who listens, then those of {@link EventFeed} and {@link
 * EventPoll}. Waited for without a thread: the next event. The client leaves: a stream notices when it writes, at the next
 * heartbeat at the latest; a poll does not notice, and ends with its time.
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
        Reading reading = Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query);
        try {
            return feeds.stream(exchange, subscribe(exchange), reading);
        } catch (RefusedException e) {
            return feeds.comeBack(e);
        }
    }

    @GetMapping("/events/next")
    DeferredResult<ResponseEntity<byte[]>> next(HttpServletRequest request, HttpServletResponse response) {
        Exchange exchange = new Exchange(request, response);
        Reading reading = Reading.poll(log, exchange::query);
        return feeds.next(subscribe(exchange), reading);
    }

    // who
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange::field, exchange.remote());
    }
}
