package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.config.management.EventSlices;
import dev.weir.events.Batch;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
import dev.weir.events.http.StreamFields;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.EventAnswers;
import dev.weir.reactive.web.Exchange;
import dev.weir.throttle.Timer;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Serves event streams and long polls with one thread per processor. Thread-safe. */
@Component
class EventFeeds implements Streams, DisposableBean {
    private record Loop(Scheduler.Worker worker, Fanout fanout) {}

    private final EventLog log;
    private final Scheduler scheduler;
    private final List<Loop> loops;
    private final AtomicInteger next = new AtomicInteger();

    @Autowired
    EventFeeds(EventLog log, EventLimits limits, MeterRegistry registry) {
        this(log, limits, registry, System::nanoTime);
    }

    EventFeeds(EventLog log, EventLimits limits, MeterRegistry registry, LongSupplier nanoClock) {
        this.log = log;
        int processors = Runtime.getRuntime().availableProcessors();
        this.scheduler = Schedulers.newParallel("weir-events", processors);
        EventSlices slices = EventSlices.of(registry);
        this.loops = IntStream.range(0, processors)
                .mapToObj(i -> loop(scheduler.createWorker(), limits, slices, nanoClock))
                .toList();
        var _ = log.listen(() -> loops.forEach(loop -> loop.fanout().wake()));
    }

    /**
     * Creates the response with an event stream, which ends when the client leaves or the server stops. The end of the
     * HTTP exchange closes {@code admission}.
     */
    ResponseEntity<Flux<ServerSentEvent<String>>> stream(Exchange exchange, Admission admission, Reading reading) {
        ExchangeResources resources = ExchangeResources.of(exchange);
        resources.hold(admission);
        if (exchange.method().equals("HEAD")) {
            admission.leave();
            return stream().build();
        }
        return answer(exchange, resources.during(frames(reading)));
    }

    private static ResponseEntity.BodyBuilder stream() {
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        StreamFields.STREAM.forEach(response::header);
        return response;
    }

    /** Creates the response. Just before it is sent, removes the charset that Spring has added to the content type. */
    private static ResponseEntity<Flux<ServerSentEvent<String>>> answer(
            Exchange exchange, Flux<ServerSentEvent<String>> frames) {
        exchange.response().beforeCommit(() -> Mono.fromRunnable(() -> exchange.answer(StreamFields.STREAM)));
        return stream().body(frames);
    }

    /** Returns the events of an SSE stream. Cancelling the {@code Flux} ends its {@link EventFeed}. */
    private Flux<ServerSentEvent<String>> frames(Reading reading) {
        return Flux.defer(() -> {
            Loop loop = loop();
            Sinks.Empty<Void> cut = Sinks.empty();
            return Flux.<ServerSentEvent<String>>create(
                            sink -> new EventFeed(sink, cut, loop.worker()).begin(loop.fanout(), reading))
                    .takeUntilOther(cut.asMono()) // completes, since an error would not cancel the feed
                    .concatWith(failureAfter(cut))
                    .startWith(EventFeed.opening(log, reading));
        });
    }

    /**
     * Returns a {@code Mono} to subscribe to when the stream has ended. It fails if {@code cut} has ended the stream,
     * and otherwise completes without a value.
     */
    private static <T> Mono<T> failureAfter(Sinks.Empty<Void> cut) {
        return Mono.defer(() -> Boolean.TRUE.equals(cut.scan(Scannable.Attr.TERMINATED))
                ? Mono.error(new ClosedChannelException())
                : Mono.empty());
    }

    /**
     * Answers a long poll when an event arrives or the poll times out. Cancelling the {@code Mono} ends the poll. When
     * the poll has ended for any reason, closes {@code admission}.
     */
    Mono<ResponseEntity<byte[]>> next(Admission admission, Reading reading) {
        return Mono.using(
                () -> admission,
                taken -> poll(taken, reading)
                        .doOnNext(batch -> taken.leave()) // before the client can read the answer
                        .map(EventAnswers::next),
                Admission::leave);
    }

    private Mono<Batch> poll(Admission admission, Reading reading) {
        return Mono.defer(() -> {
            Loop loop = loop();
            return Mono.create(sink -> new EventPoll(sink, loop.worker(), admission).begin(loop.fanout(), reading));
        });
    }

    /**
     * Answers a refused request for an event stream. The response tells the client when to reconnect. Its status is
     * 200, because a browser's {@code EventSource} does not reconnect after any other status.
     *
     * @return a {@code Mono} that fails with {@code e} if the client should not reconnect
     */
    Mono<ResponseEntity<Flux<ServerSentEvent<String>>>> comeBack(Exchange exchange, RefusedException e) {
        if (!StreamFields.isToComeBack(e.problem())) {
            return Mono.error(e);
        }
        return Mono.just(answer(exchange, Flux.just(EventFeed.comeBack())));
    }

    private Loop loop() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    private Loop loop(Scheduler.Worker worker, EventLimits limits, EventSlices slices, LongSupplier nanoClock) {
        Timer timer = (task, delayNanos) -> worker.schedule(task, delayNanos, TimeUnit.NANOSECONDS)::dispose;
        Fanout fanout = new Fanout(log, slices.tasks(worker::schedule), slices.timers(timer), limits, nanoClock);
        return new Loop(worker, fanout);
    }

    @Override
    public long lag() {
        return loops.stream().mapToLong(loop -> loop.fanout().lag()).max().orElse(0);
    }

    @Override
    public CompletableFuture<Void> dismiss() {
        return CompletableFuture.allOf(loops.stream()
                .map(loop -> CompletableFuture.runAsync(loop.fanout()::dismiss, loop.worker()::schedule))
                .toArray(CompletableFuture[]::new));
    }

    @Override
    public void destroy() {
        scheduler.dispose();
    }
}
