package dev.weir.servlet.tuned.blocking;

import dev.weir.clients.Admission;
import dev.weir.config.WeirProperties;
import dev.weir.events.Batch;
import dev.weir.events.ConcurrentReads;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.tuned.tomcat.EventConnection;
import dev.weir.servlet.tuned.tomcat.StreamConnection;
import dev.weir.servlet.web.EventAnswers;
import dev.weir.servlet.web.Exchange;
import dev.weir.throttle.Timer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/** Serves event streams and long polls. Keeps the open streams and polls in a set. */
@Component
class EventFeeds implements Streams {
    /** Maximum time for which a stopping server waits until all streams and polls have ended. */
    private static final Duration TO_LEAVE = Duration.ofSeconds(5);

    private final EventLog log;
    private final ConcurrentReads reads;
    private final EventLimits limits;
    private final DisconnectSweep disconnectSweep;
    private final boolean takesConnections;
    private final WakeUps wakeUps;
    private final Timer timer;
    private final Set<EventFeed> feeds = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean telling = new AtomicBoolean();
    private final CompletableFuture<Void> allLeft = new CompletableFuture<>();
    private volatile boolean dismissed;

    EventFeeds(
            EventLog log,
            EventLimits limits,
            DisconnectSweep disconnectSweep,
            WakeUps eventWakeUps,
            Timer timer,
            WeirProperties properties) {
        this.log = log;
        this.reads = new ConcurrentReads(log);
        this.limits = limits;
        this.disconnectSweep = disconnectSweep;
        this.takesConnections = properties.tuning().streamConnection();
        this.wakeUps = eventWakeUps;
        this.timer = timer;
        var _ = log.listen(this::tell);
    }

    /** At a new event, submits a task that wakes all streams and polls, unless such a task is waiting already. */
    private void tell() {
        if (telling.compareAndSet(false, true)) {
            wakeUps.execute(() -> {
                telling.set(false); // reset first, so that an event during this pass starts another pass
                feeds.forEach(EventFeed::look);
            });
        }
    }

    /**
     * Writes an event stream. Usually blocks until the client leaves or the server stops. If the stream takes over the
     * connection from Tomcat, this method sends only the first bytes and returns. Tomcat then calls the code that
     * writes the events, on the request's thread. Takes ownership of the admission.
     */
    void stream(Exchange exchange, Admission admission, Reading reading) throws IOException {
        try {
            open(exchange, admission, reading);
        } catch (IOException | RuntimeException e) {
            admission.leave();
            throw e;
        }
    }

    private void open(Exchange exchange, Admission admission, Reading reading) throws IOException {
        exchange.answer(StreamFields.STREAM);
        if (exchange.method().equals("HEAD")) {
            admission.leave();
            return;
        }
        HttpServletRequest request = exchange.request();
        HttpServletResponse response = exchange.response();
        EventConnection.prepare(request, limits.stallLimit());
        byte[] opening = reading.opening(log);
        if (takesConnections && StreamConnection.isPossible(request)) {
            StreamConnection.Feed feed = (connection, socket) -> {
                UnaryOperator<Runnable> watch = gone -> disconnectSweep.watch(socket, gone);
                Runnable shut = () -> WatchedConnection.shut(socket);
                stream(watch, connection.getOutputStream(), admission, shut, reading);
                StreamConnection.close(connection);
                return admission::leave;
            };
            StreamConnection.handOver(request, response, opening, limits.stallLimit(), feed, admission::leave);
        } else {
            TomcatStream tomcat = TomcatStream.of(request);
            OutputStream plain = response.getOutputStream();
            try (OutputStream out =
                    tomcat == null ? plain : new StallLimit(plain, limits.stallLimit(), timer, tomcat::breakOff)) {
                out.write(opening);
                out.flush();
                UnaryOperator<Runnable> watch = gone -> disconnectSweep.watch(request, gone);
                Runnable shut = tomcat == null ? () -> WatchedConnection.shut(request) : tomcat::breakOff;
                stream(watch, out, admission, shut, reading);
            }
            admission.leave();
        }
    }

    private void stream(
            UnaryOperator<Runnable> watch, OutputStream out, Admission admission, Runnable shut, Reading reading)
            throws IOException {
        try (EventFeed feed = feed(reading)) {
            Runnable known = admission.onCutOff(Runnable::run, () -> feed.revoke(shut));
            listen(watch, feed, known, () -> feed.stream(out));
        }
    }

    /** Answers a long poll. Blocks until an event arrives or the poll times out. Takes ownership of the admission. */
    void next(Exchange exchange, Admission admission, Reading reading) throws IOException {
        try (EventFeed feed = feed(reading)) {
            Runnable known = admission.onCutOff(Runnable::run, () -> feed.revoke(() -> {}));
            listen(gone -> disconnectSweep.watch(exchange.request(), gone), feed, known, () -> {
                Batch batch = feed.next();
                admission.leave(); // before the client can read the answer
                EventAnswers.next(exchange, batch);
            });
        } finally {
            admission.leave();
        }
    }

    private EventFeed feed(Reading reading) {
        return new EventFeed(log, reads, reading, limits.heartbeat(), wakeUps, timer);
    }

    private interface Listening {
        void run() throws IOException;
    }

    private void listen(UnaryOperator<Runnable> watch, EventFeed feed, Runnable known, Listening listening)
            throws IOException {
        Runnable unwatch = watch.apply(feed::gone);
        feeds.add(feed);
        try {
            if (dismissed) {
                feed.dismiss();
            }
            listening.run();
        } finally {
            feeds.remove(feed);
            completeWhenAllHaveLeft();
            unwatch.run();
            known.run();
        }
    }

    void comeBack(Exchange exchange, RefusedException e) throws IOException {
        disconnectSweep.refused(e.problem());
        EventAnswers.comeBack(exchange, e);
    }

    @Override
    public long lag() {
        return feeds.stream().mapToLong(EventFeed::lag).max().orElse(0);
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        dismissed = true; // set before the loop, so that a feed that starts later sees it
        feeds.forEach(EventFeed::dismiss);
        completeWhenAllHaveLeft();
        return allLeft.copy().completeOnTimeout(null, TO_LEAVE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void completeWhenAllHaveLeft() {
        if (dismissed && feeds.isEmpty()) {
            allLeft.complete(null);
        }
    }
}
