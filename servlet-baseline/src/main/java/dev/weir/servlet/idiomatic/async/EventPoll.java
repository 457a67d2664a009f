package dev.weir.servlet.idiomatic.async;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.web.EventAnswers;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * A long poll that waits for events without blocking a thread. The thread of its {@link Fanout} sets the result, and a
 * connector thread writes it. A poll does not notice that its client has left.
 */
final class EventPoll implements EventSink {
    private final DeferredResult<ResponseEntity<byte[]>> result = new DeferredResult<>();
    private final Fanout fanout;
    private final Executor loop;
    private final Reading reading;
    private final Admission admission;

    /** The poll's registration, or null until the {@link Fanout} has made it. Used only on the fanout's thread. */
    private @Nullable Listener listener;

    /** Unregisters the callback that runs when the client's key is revoked. Does nothing before {@link #start}. */
    private volatile Runnable known = () -> {};

    EventPoll(Fanout fanout, Executor loop, Reading reading, Admission admission) {
        this.fanout = fanout;
        this.loop = loop;
        this.reading = reading;
        this.admission = admission;
        result.onCompletion(() -> {
            known.run();
            admission.leave();
            loop.execute(this::leave);
        });
    }

    DeferredResult<ResponseEntity<byte[]>> result() {
        return result;
    }

    void start() {
        known = admission.onCutOff(loop, this::revoke);
        loop.execute(() -> listener =
                fanout.poll(reading.topics(), reading.after(), reading.mostEvents(), reading.timeout(), this));
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void send(Batch batch) {
        admission.leave(); // before the client can read the answer
        result.setResult(EventAnswers.next(batch));
    }

    @Override
    public void dismiss() {
        throw new IllegalStateException("The fanout dismissed a poll; it must send a batch to a poll instead");
    }

    /** Answers with status 401, because the client's key is revoked. */
    private void revoke() {
        leave();
        admission.leave();
        result.setErrorResult(new RefusedException(Problem.UNKNOWN_KEY));
    }

    /** Answers with status 500, because the wait for events has failed. */
    @Override
    public void cutOff() {
        admission.leave();
        result.setErrorResult(new IllegalStateException("The fanout failed while this poll waited for events"));
    }

    private void leave() {
        if (listener != null) {
            listener.leave();
        }
    }
}
