package dev.weir.servlet.tuned.blocking;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.RequestFields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /events} from top to bottom.
 *
 * <p>Which thread: the request's, for everything; a stream has it when the request has ended. Waited for without a thread: nothing. The client leaves: a write
 * throws, a heartbeat's at the latest, and the stack unwinds.
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
        String lastEventId = RequestFields.value(request, "Last-Event-ID");
        Reading reading = Reading.stream(log, lastEventId, name -> RequestFields.query(request, name));
        try {
            Admission admission = subscribe(request);
            try {
                feeds.stream(request, response, reading, admission::leave);
            } catch (IOException | RuntimeException e) {
                admission.leave();
                throw e;
            }
        } catch (RefusedException e) {
            feeds.comeBack(response, e);
        }
    }

    @GetMapping("/events/next")
    void next(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Reading reading = Reading.poll(log, name -> RequestFields.query(request, name));
        Admission admission = subscribe(request);
        try {
            feeds.next(request, response, admission, reading);
        } finally {
            admission.leave();
        }
    }

    // who
    private Admission subscribe(HttpServletRequest request) {
        return callers.subscription(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }
}
