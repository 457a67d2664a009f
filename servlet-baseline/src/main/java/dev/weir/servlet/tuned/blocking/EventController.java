package dev.weir.servlet.tuned.blocking;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves event streams at {@code /events} and long polls at {@code /events/next} with blocking code.
 *
 * <p>Runs on the request's thread. Blocks that thread while it waits. If an event stream takes over its connection from
 * Tomcat, the request ends, but the stream still runs on this thread. When the client leaves, the next write throws,
 * and {@link EventFeeds} releases the client's subscription slot ({@link Admission}).
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
    void stream(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchange exchange = new Exchange(request, response);
        try {
            Reading reading = callers.parsed(
                    exchange, () -> Reading.stream(log, exchange.field("Last-Event-ID"), exchange::query));
            Admission admission = subscribe(exchange);
            Reading allowed = reading.within(admission.rights());
            feeds.stream(exchange, admission, allowed);
        } catch (RefusedException e) {
            feeds.comeBack(exchange, e);
        }
    }

    @GetMapping("/events/next")
    void next(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchange exchange = new Exchange(request, response);
        Reading reading =
                callers.parsed(exchange, () -> Reading.poll(log, exchange.field("Last-Event-ID"), exchange::query));
        Admission admission = subscribe(exchange);
        Reading allowed = reading.within(admission.rights());
        feeds.next(exchange, admission, allowed);
    }

    // admit the client
    private Admission subscribe(Exchange exchange) {
        return callers.subscription(exchange);
    }
}
