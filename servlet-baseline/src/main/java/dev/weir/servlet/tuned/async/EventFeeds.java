package dev.weir.servlet.tuned.async;

import dev.weir.clients.Admission;
import dev.weir.config.WeirProperties;
import dev.weir.config.management.EventSlices;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.threads.HandOver;
import dev.weir.servlet.tuned.tomcat.EventConnection;
import dev.weir.servlet.tuned.tomcat.StreamConnection;
import dev.weir.servlet.web.EventAnswers;
import dev.weir.servlet.web.Exchange;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Starts event streams and long polls, and assigns them in turn to the threads of {@link WriterLoops}. */
@Component
class EventFeeds implements Streams {
    /** A writing thread, and the {@link Fanout} that distributes events to the streams and polls of this thread. */
    record Loop(Executor executor, Fanout fanout) {}

    private final EventLog log;
    private final EventLimits limits;
    private final DisconnectSweep disconnectSweep;
    private final boolean takesConnections;
    private final List<Loop> loops;
    private final AtomicInteger next = new AtomicInteger();

    EventFeeds(
            EventLog log,
            EventLimits limits,
            DisconnectSweep disconnectSweep,
            WriterLoops writers,
            WeirProperties properties,
            MeterRegistry registry) {
        this.log = log;
        this.limits = limits;
        this.disconnectSweep = disconnectSweep;
        this.takesConnections = properties.tuning().streamConnection();
        EventSlices slices = EventSlices.of(registry);
        this.loops = writers.all().stream()
                .map(loop -> new Loop(
                        loop, new Fanout(log, slices.tasks(loop), slices.timers(loop), limits, System::nanoTime)))
                .toList();
        var _ = log.listen(() -> loops.forEach(loop -> loop.fanout().wake()));
    }

    /**
     * Starts an event stream that ends when its client leaves or the server stops. Takes ownership of the admission,
     * which is the permission for the stream.
     */
    void stream(Exchange exchange, Admission admission, Reading reading) throws IOException {
        HandOver.of(admission, taken -> open(exchange, taken, reading));
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
            ContainerLock lock = ContainerLock.of(request);
            StreamConnection.handOver(
                    request,
                    response,
                    opening,
                    limits.stallLimit(),
                    (connection, socket) -> begin(connection, socket, lock, reading, admission),
                    admission::leave);
            return;
        }
        ServletOutputStream out = response.getOutputStream();
        Watch watch = new Watch(admission);
        AsyncContext context = start(request, response);
        TomcatStream tomcat = TomcatStream.of(request);
        EventFeed feed = new EventFeed(
                end -> new Ending(context, end),
                new FeedThreads(ContainerLock.of(request), tomcat, WriterLoops.VIRTUAL),
                new FeedOutput(out, opening, tomcat != null),
                loop(),
                reading,
                watch::end);
        try {
            if (watch.begin(disconnectSweep.watch(request, feed::cutOff), feed::cutOff)) {
                feed.start();
            }
        } catch (RuntimeException e) {
            feed.cutOff(); // the feed owns the admission, and no callback would close it
        }
    }

    private Runnable begin(
            WebConnection connection, SocketChannel socket, ContainerLock lock, Reading reading, Admission admission)
            throws IOException {
        Watch watch = new Watch(admission);
        ServletInputStream in = connection.getInputStream();
        ServletOutputStream out = connection.getOutputStream();
        EventFeed feed = new EventFeed(
                end -> new FeedConnection(connection, in, socket, end),
                new FeedThreads(lock, null, WriterLoops.VIRTUAL),
                new FeedOutput(out, null, false),
                loop(),
                reading,
                watch::end);
        feed.start();
        var _ = watch.begin(() -> {}, feed::cutOff);
        return () -> lock.run(feed::end);
    }

    /** Starts a long poll, which is answered at the next event or the time-out. Takes ownership of the admission. */
    void next(Exchange exchange, Admission admission, Reading reading) {
        try {
            listen(exchange, admission, reading);
        } catch (RuntimeException e) {
            admission.leave();
            throw e;
        }
    }

    private void listen(Exchange exchange, Admission admission, Reading reading) {
        HttpServletRequest request = exchange.request();
        Watch watch = new Watch(admission);
        EventPoll poll =
                new EventPoll(start(request, exchange.response()), exchange, loop(), reading, admission, watch::end);
        try {
            if (watch.begin(disconnectSweep.watch(request, poll::cutOff), poll::revoke)) {
                poll.start();
            }
        } catch (RuntimeException e) {
            poll.cutOff(); // the poll owns the admission, and no callback would close it
        }
    }

    private static AsyncContext start(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(0);
        return context;
    }

    private Loop loop() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    void comeBack(Exchange exchange, RefusedException e) throws IOException {
        disconnectSweep.refused(e.problem());
        EventAnswers.comeBack(exchange, e);
    }

    @Override
    public long lag() {
        return loops.stream().mapToLong(loop -> loop.fanout().lag()).max().orElse(0);
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        return CompletableFuture.allOf(loops.stream()
                .map(loop -> CompletableFuture.runAsync(loop.fanout()::dismiss, loop.executor()))
                .toArray(CompletableFuture[]::new));
    }
}
