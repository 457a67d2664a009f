package dev.weir.reactive.tuned.netty;

import dev.weir.clients.Admission;
import dev.weir.config.EventSlices;
import dev.weir.config.WeirProperties;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.events.Streams;
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
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** Starts feeds, each with the listeners of its connection's event loop. Thread-safe. */
@Component
public class EventFeeds implements Streams {
    private record Loop(EventLoop executor, Fanout fanout, SharedBuffers buffers) {}

    private final EventLog log;
    private final EventLimits limits;
    private final boolean sharesBuffers;
    private final EventSlices slices;
    private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private volatile boolean dismissed;

    EventFeeds(EventLog log, EventLimits limits, WeirProperties properties, MeterRegistry registry) {
        this.log = log;
        this.limits = limits;
        this.sharesBuffers = properties.tuning().sharedBuffers();
        this.slices = EventSlices.of(registry);
        var _ = log.listen(() -> loops.values().forEach(loop -> loop.fanout().wake()));
    }

    /**
     * Streams, and takes over the admission. Completes when a feed has the connection, and the admission with it; the
     * request ends then.
     */
    public Mono<Void> stream(Exchange exchange, Admission admission, Reading reading) {
        return Mono.using(() -> new Place(admission::leave), place -> stream(exchange, place, reading), Place::leave);
    }

    private Mono<Void> stream(Exchange exchange, Place place, Reading reading) {
        exchange.answer(StreamFields.STREAM);
        if (exchange.method().equals("HEAD")) {
            return exchange.response().setComplete();
        }
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(exchange.response());
        netty.compression(false).chunkedTransfer(netty.version().equals(HttpVersion.HTTP_1_1));
        return Outflow.write(exchange.response(), () -> Mono.fromRunnable(() -> begin(netty, reading, place)));
    }

    /** On the connection's loop, which has just sent status and fields. */
    private void begin(HttpServerResponse response, Reading reading, Place place) {
        response.withConnection(connection -> {
            Channel channel = connection.channel();
            Loop loop = loop(channel);
            byte[] opening = reading.opening(log);
            EventFeed.prepare(channel, limits);
            new EventFeed(connection, response.version(), loop.buffers(), place.take())
                    .begin(opening, loop.fanout(), reading);
        });
    }

    /** Answers with the next events, or none when the time is over. Takes over the admission. Cancelled, it waits no more. */
    public Mono<Void> next(Exchange exchange, Admission admission, Reading reading) {
        return Mono.using(() -> admission, place -> poll(exchange, place, reading), Admission::leave);
    }

    private Mono<Void> poll(Exchange exchange, Admission admission, Reading reading) {
        Loop loop = loop(Outflow.channel(exchange.response()));
        return new EventPoll(loop.executor(), loop.fanout(), reading)
                .doOnNext(batch -> admission.leave()) // before the answer can be read
                .flatMap(batch -> EventAnswers.next(exchange, batch));
    }

    /** Answers a client that is refused a stream; see {@link EventAnswers#comeBack}. */
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
        Fanout fanout = new Fanout(log, slices.timed(executor), slices.timed(timer), limits, System::nanoTime);
        if (dismissed) {
            executor.execute(fanout::dismiss); // before whoever asked for it listens
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
        dismissed = true; // before the loops are looked at: one that is made later sees it
        return CompletableFuture.allOf(loops.values().stream()
                .map(loop -> CompletableFuture.runAsync(loop.fanout()::dismiss, loop.executor()))
                .toArray(CompletableFuture[]::new));
    }
}
