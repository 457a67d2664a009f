package dev.weir.servlet.idiomatic.blocking;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.events.http.StreamFields;
import dev.weir.servlet.web.EventAnswers;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.LongAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Serves event streams and long polls, and keeps track of the open streams and polls. */
@Component
class EventFeeds implements Streams {
    /** Maximum time for which a stopping server waits until all streams and polls have ended. */
    private static final Duration TO_LEAVE = Duration.ofSeconds(5);

    private final EventLog log;
    private final EventLimits limits;
    private final ConcurrentReads reads;
    private final EventSignal signal = new EventSignal();
    private final Set<EventFeed> feeds = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> allLeft = new CompletableFuture<>();
    private volatile boolean dismissed;

    EventFeeds(EventLog log, EventLimits limits) {
        this.log = log;
        this.limits = limits;
        this.reads = new ConcurrentReads(log);
        var _ = log.listen(signal::signal);
    }

    /** Writes an event stream. Blocks until the client leaves or the server stops. */
    void stream(Exchange exchange, Admission admission, Reading reading) throws IOException {
        exchange.answer(StreamFields.STREAM);
        if (exchange.method().equals("HEAD")) {
            return;
        }
        LongAnswer.to(exchange.request());
        OutputStream out = exchange.response().getOutputStream();
        out.write(reading.opening(log));
        out.flush();
        listen(admission, reading, feed -> {
            feed.stream(out, limits.heartbeat());
            return feed;
        });
    }

    /** Returns the answer to a long poll. Blocks until an event arrives or the poll times out. */
    ResponseEntity<byte[]> next(Admission admission, Reading reading) throws IOException {
        Batch batch = listen(admission, reading, EventFeed::next);
        return EventAnswers.next(batch);
    }

    private interface Listening<T> {
        T with(EventFeed feed) throws IOException;
    }

    private <T> T listen(Admission admission, Reading reading, Listening<T> listening) throws IOException {
        EventFeed feed = new EventFeed(log, reads, signal, reading);
        Runnable known = admission.onCutOff(Runnable::run, feed::revoke);
        feeds.add(feed);
        try {
            if (dismissed) {
                feed.dismiss();
            }
            return listening.with(feed);
        } finally {
            known.run();
            feeds.remove(feed);
            completeWhenAllHaveLeft();
        }
    }

    @Override
    public long lag() {
        return feeds.stream().mapToLong(EventFeed::lag).max().orElse(0);
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        dismissed = true; // set before the loop, so that a feed that starts later sees it
        feeds.forEach(EventFeed::dismiss);
        signal.signal();
        completeWhenAllHaveLeft();
        return allLeft.copy().completeOnTimeout(null, TO_LEAVE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void completeWhenAllHaveLeft() {
        if (dismissed && feeds.isEmpty()) {
            allLeft.complete(null);
        }
    }
}
