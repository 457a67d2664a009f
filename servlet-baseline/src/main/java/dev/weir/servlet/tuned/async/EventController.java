package dev.weir.servlet.tuned.async;

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
 * Serves {@code /events} with an {@link jakarta.servlet.AsyncContext}, or hands the connection over where it can.
 *
 * <p>Which thread: one of the connector's until it is known who listens, then those of {@link EventFeed} and {@link
 * EventPoll}. Waited for without a thread: whatever they wait for. The client leaves: they let the subscriber leave the
 * table.
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
            handOver(admission, () -> feeds.stream(request, response, admission, reading));
        } catch (RefusedException e) {
            feeds.comeBack(response, e);
        }
    }

    @GetMapping("/events/next")
    void next(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Reading reading = Reading.poll(log, name -> RequestFields.query(request, name));
        Admission admission = subscribe(request);
        handOver(admission, () -> feeds.next(request, response, admission, reading));
    }

    // who
    private Admission subscribe(HttpServletRequest request) {
        return callers.subscription(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }

    /** Takes over the admission, unless it throws. */
    private interface Start {
        void run() throws IOException;
    }

    private void handOver(Admission admission, Start start) throws IOException {
        try {
            start.run();
        } catch (IOException | RuntimeException e) {
            admission.leave();
            throw e;
        }
    }
}
