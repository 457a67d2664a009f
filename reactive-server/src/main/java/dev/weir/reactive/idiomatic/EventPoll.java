package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;

/**
 * Answers one long poll with the next batch of events, without blocking a thread. Any thread may call {@link #begin}.
 * All other methods run on the worker passed to the constructor.
 */
final class EventPoll implements EventSink {
    private final MonoSink<Batch> sink;
    private final Scheduler.Worker worker;
    private final Admission admission;
    private @Nullable Listener listener;
    private Runnable known = () -> {};
    private boolean ended;

    EventPoll(MonoSink<Batch> sink, Scheduler.Worker worker, Admission admission) {
        this.sink = sink;
        this.worker = worker;
        this.admission = admission;
    }

    void begin(Fanout fanout, Reading reading) {
        sink.onDispose(() -> worker.schedule(this::end));
        worker.schedule(() -> {
            if (!ended) {
                known = admission.onCutOff(
                        worker::schedule, () -> sink.error(new RefusedException(Problem.UNKNOWN_KEY)));
                listener =
                        fanout.poll(reading.topics(), reading.after(), reading.mostEvents(), reading.timeout(), this);
            }
        });
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
        sink.success(batch);
    }

    @Override
    public void cutOff() {
        sink.error(new IllegalStateException("The fanout failed while this poll waited for events"));
    }

    @Override
    public void dismiss() {
        throw new IllegalStateException("The fanout dismissed a poll; it must send a batch to a poll instead");
    }
}
