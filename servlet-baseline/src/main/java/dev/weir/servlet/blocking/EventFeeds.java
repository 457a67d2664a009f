package dev.weir.servlet.blocking;

import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.servlet.EventAnswers;
import dev.weir.servlet.EventConnection;
import dev.weir.servlet.PeerSweep;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Writes feeds, and knows those that are being written. */
@Component
class EventFeeds implements Streams {
    private final EventLog log;
    private final EventLimits limits;
    private final PeerSweep peerSweep;
    private final Set<EventFeed> feeds = ConcurrentHashMap.newKeySet();
    private volatile boolean dismissed;

    EventFeeds(EventLog log, EventLimits limits, PeerSweep peerSweep) {
        this.log = log;
        this.limits = limits;
        this.peerSweep = peerSweep;
    }

    /** Returns when the server stops. */
    void stream(HttpServletRequest request, HttpServletResponse response, Reading reading) throws IOException {
        if (EventAnswers.open(request, response)) {
            EventConnection.prepare(request, limits.stallLimit());
            EventFeed feed = new EventFeed(log, reading, limits.heartbeat());
            listen(request, feed, () -> feed.stream(response.getOutputStream()));
        }
    }

    /** Returns when there is something, or the time is over. */
    void next(HttpServletRequest request, HttpServletResponse response, Reading reading) throws IOException {
        EventFeed feed = new EventFeed(log, reading, limits.heartbeat());
        listen(request, feed, () -> EventAnswers.next(response, feed.next()));
    }

    private interface Listening {
        void run() throws IOException;
    }

    private void listen(HttpServletRequest request, EventFeed feed, Listening listening) throws IOException {
        Runnable present = peerSweep.watch(request, feed::gone);
        feeds.add(feed);
        try {
            if (dismissed) {
                feed.dismiss();
            }
            listening.run();
        } finally {
            feeds.remove(feed);
            present.run();
        }
    }

    @Override
    public long lag() {
        return feeds.stream().mapToLong(EventFeed::lag).max().orElse(0);
    }

    @Override
    public void dismiss() {
        dismissed = true; // before those who listen are looked at: who comes later sees it
        feeds.forEach(EventFeed::dismiss);
    }
}
