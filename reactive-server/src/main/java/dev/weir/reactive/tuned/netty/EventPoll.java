package dev.weir.reactive.tuned.netty;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import io.netty.channel.EventLoop;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Emits the next batch of events for a long poll, without blocking a thread. Any thread may subscribe, request and
 * cancel. The {@link Fanout} calls the methods of {@link EventSink} on the event loop.
 */
final class EventPoll extends Mono<Batch> implements Subscription, EventSink {
    private final EventLoop loop;
    private final Fanout fanout;
    private final Admission admission;
    private final Reading reading;

    private @Nullable CoreSubscriber<? super Batch> subscriber;
    private @Nullable Listener listener;
    private boolean ended;
    private Runnable known = () -> {};

    EventPoll(EventLoop loop, Fanout fanout, Admission admission, Reading reading) {
        this.loop = loop;
        this.fanout = fanout;
        this.admission = admission;
        this.reading = reading;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Batch> actual) {
        subscriber = actual;
        actual.onSubscribe(this);
    }

    /** Starts to wait for events. Ignores {@code n}, because a long poll emits only one batch. */
    @Override
    public void request(long n) {
        onLoop(() -> {
            if (!ended) {
                known = admission.onCutOff(loop, this::revoked);
                listener =
                        fanout.poll(reading.topics(), reading.after(), reading.mostEvents(), reading.timeout(), this);
            }
        });
    }

    @Override
    public void cancel() {
        onLoop(this::end);
    }

    /** Ends the poll with status 401, because the client's key has been revoked. */
    private void revoked() {
        if (!ended) {
            end();
            Objects.requireNonNull(subscriber).onError(new RefusedException(Problem.UNKNOWN_KEY));
        }
    }

    private void end() {
        ended = true;
        known.run();
        if (listener != null) {
            listener.leave();
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void send(Batch batch) {
        CoreSubscriber<? super Batch> waiting = Objects.requireNonNull(subscriber);
        end();
        waiting.onNext(batch);
        waiting.onComplete();
    }

    @Override
    public void cutOff() {
        end();
        Objects.requireNonNull(subscriber)
                .onError(new IllegalStateException("The fanout failed while this poll waited for events"));
    }

    @Override
    public void dismiss() {
        throw new IllegalStateException("The fanout dismissed a poll; it must send a batch to a poll instead");
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }
}
