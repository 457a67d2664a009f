package dev.weir.reactive.tuned.netty;

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
import dev.weir.reactive.netty.Outflow;
import dev.weir.reactive.web.EventAnswers;
import dev.weir.reactive.web.Exchange;
import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Starts event streams and long polls. Each event loop has one {@link Fanout}, which sends the events to all clients of
 * this event loop. Thread-safe.
 */
@Component
public class EventFeeds implements Streams {
    private record Loop(EventLoop executor, Fanout fanout, SharedBuffers buffers) {}

    private final EventLog log;
    private final EventLimits limits;
    private final boolean takesConnections;
    private final boolean sharesBuffers;
    private final EventSlices slices;
    private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private volatile boolean dismissed;

    EventFeeds(EventLog log, EventLimits limits, WeirProperties properties, MeterRegistry registry) {
        this.log = log;
        this.limits = limits;
        this.takesConnections = properties.tuning().streamConnection();
        this.sharesBuffers = properties.tuning().sharedBuffers();
        this.slices = EventSlices.of(registry);
        var _ = log.listen(() -> loops.values().forEach(loop -> loop.fanout().wake()));
    }

    /**
     * Answers with an event stream. Calls {@link Admission#leave} when the stream ends. If
     * {@code weir.tuning.stream-connection} is true, the {@code Mono} completes as soon as the stream has taken over
     * the connection. Otherwise it completes when the stream ends.
     */
    public Mono<Void> stream(Exchange exchange, Admission admission, Reading reading) {
        return Mono.using(
                () -> release(exchange, admission),
                release -> open(exchange, release, reading),
                TransferableRelease::chainEnded);
    }

    private static TransferableRelease release(Exchange exchange, Admission admission) {
        Runnable known = Outflow.endWithKey(exchange.response(), admission);
        return new TransferableRelease(() -> {
            known.run();
            admission.leave();
        });
    }

    private Mono<Void> open(Exchange exchange, TransferableRelease release, Reading reading) {
        exchange.answer(StreamFields.STREAM);
        if (exchange.method().equals("HEAD")) {
            return exchange.response().setComplete();
        }
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(exchange.response());
        netty.compression(false).chunkedTransfer(netty.version().equals(HttpVersion.HTTP_1_1));
        return Outflow.write(
                exchange.response(), () -> takesConnections ? takeOver(netty, reading, release) : stay(netty, reading));
    }

    /** Takes over the connection from Reactor Netty. Runs on the event loop after status and header fields are sent. */
    private Mono<Void> takeOver(HttpServerResponse response, Reading reading, TransferableRelease release) {
        return Mono.fromRunnable(() ->
                response.withConnection(connection -> begin(connection.channel(), reading, left -> {
                    Runnable taken = release.take();
                    return StreamConnection.takeOver(connection, response.version(), () -> {
                        left.run();
                        taken.run();
                    });
                })));
    }

    /** Writes the event stream through Reactor Netty's response. Runs on the event loop after the head is sent. */
    private Mono<Void> stay(HttpServerResponse response, Reading reading) {
        return Mono.create(sink -> response.withConnection(connection ->
                begin(connection.channel(), reading, left -> OpenResponse.of(connection.channel(), sink, left))));
    }

    private void begin(Channel channel, Reading reading, Function<Runnable, EventOutput> output) {
        Loop loop = loop(channel);
        byte[] opening = reading.opening(log);
        EventFeed.prepare(channel, limits);
        new EventFeed(output, loop.buffers()).begin(opening, loop.fanout(), reading);
    }

    /**
     * Answers a long poll as soon as an event arrives or the poll times out. Cancelling the {@code Mono} ends the poll.
     * When the poll has ended for any reason, calls {@link Admission#leave}.
     */
    public Mono<Void> next(Exchange exchange, Admission admission, Reading reading) {
        return Mono.using(() -> admission, place -> poll(exchange, place, reading), Admission::leave);
    }

    private Mono<Void> poll(Exchange exchange, Admission admission, Reading reading) {
        Loop loop = loop(Outflow.channel(exchange.response()));
        return new EventPoll(loop.executor(), loop.fanout(), admission, reading)
                .doOnNext(batch -> admission.leave()) // before the client can read the answer
                .flatMap(batch -> EventAnswers.next(exchange, batch));
    }

    /** Tells a refused client when to reconnect to the event stream, as {@link EventAnswers#comeBack} does. */
    public Mono<Void> comeBack(Exchange exchange, RefusedException e) {
        return EventAnswers.comeBack(exchange, e);
    }

    private Loop loop(Channel channel) {
        return loops.computeIfAbsent(channel.eventLoop(), this::loop);
    }

    private Loop loop(EventLoop executor) {
        Timer timer = (task, delayNanos) -> {
            var scheduled = executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        };
        Fanout fanout = new Fanout(log, slices.tasks(executor), slices.timers(timer), limits, System::nanoTime);
        if (dismissed) {
            executor.execute(fanout::dismiss); // before the first listener
        }
        return new Loop(executor, fanout, new SharedBuffers(sharesBuffers));
    }

    @Override
    public long lag() {
        return loops.values().stream()
                .mapToLong(loop -> loop.fanout().lag())
                .max()
                .orElse(0);
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        dismissed = true; // set before the loops are read: a loop that is created later sees it
        return CompletableFuture.allOf(loops.values().stream()
                .map(loop -> CompletableFuture.runAsync(loop.fanout()::dismiss, loop.executor()))
                .toArray(CompletableFuture[]::new));
    }
}
