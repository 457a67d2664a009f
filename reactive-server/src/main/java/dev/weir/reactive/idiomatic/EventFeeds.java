package dev.weir.reactive.idiomatic;

import dev.weir.config.EventSlices;
import dev.weir.events.Batch;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.events.Streams;
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
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Starts feeds and polls, each with the listeners of one thread; there is a thread a processor. Thread-safe. */
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

    /** The frames of a stream, from its opening on. Cancelled, it listens no more. */
    Flux<ServerSentEvent<String>> stream(Reading reading) {
        return Flux.defer(() -> {
            Loop loop = loop();
            Sinks.Empty<Void> cut = Sinks.empty();
            return Flux.<ServerSentEvent<String>>create(
                            sink -> new EventFeed(sink, cut, loop.worker()).begin(loop.fanout(), reading))
                    .takeUntilOther(cut.asMono()) // which cancels the feed, as an error would not
                    .concatWith(failureAfter(cut))
                    .startWith(EventFeed.opening(log, reading));
        });
    }

    /** Fails if the feed was cut off, and otherwise completes. */
    private static <T> Mono<T> failureAfter(Sinks.Empty<Void> cut) {
        return Mono.defer(() -> Boolean.TRUE.equals(cut.scan(Scannable.Attr.TERMINATED))
                ? Mono.error(new ClosedChannelException())
                : Mono.empty());
    }

    /** The next events, or none when the time is over. Cancelled, it waits no more. */
    Mono<Batch> next(Reading reading) {
        return Mono.defer(() -> {
            Loop loop = loop();
            return Mono.create(sink -> new EventPoll(sink, loop.worker()).begin(loop.fanout(), reading));
        });
    }

    /** The next one in turn. */
    private Loop loop() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    private Loop loop(Scheduler.Worker worker, EventLimits limits, EventSlices slices, LongSupplier nanoClock) {
        Timer timer = (task, delayNanos) -> worker.schedule(task, delayNanos, TimeUnit.NANOSECONDS)::dispose;
        Fanout fanout = new Fanout(log, slices.timed(worker::schedule), slices.timed(timer), limits, nanoClock);
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
