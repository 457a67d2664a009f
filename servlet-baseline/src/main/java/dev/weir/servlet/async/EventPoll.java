package dev.weir.servlet.async;

import dev.weir.events.Batch;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Outlet;
import dev.weir.events.Reading;
import dev.weir.servlet.EventAnswers;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the next events without a thread, and answers with them on the thread of its {@link Fanout}: into the
 * response's buffer, which one of the connector's threads sends.
 */
final class EventPoll implements Outlet {
    private final HttpServletResponse response;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Runnable release;
    private final Ending ending;

    /** Under the lock; then the response is not touched any more. */
    private boolean done;

    /** On the loop only. */
    private @Nullable Listener listener;

    /** @param release called once, when the wait has ended in whatever way */
    EventPoll(
            AsyncContext context,
            HttpServletResponse response,
            EventFeeds.Loop loop,
            Reading reading,
            Runnable release) {
        this.response = response;
        this.loop = loop;
        this.reading = reading;
        this.release = release;
        this.ending = new Ending(context, this::end);
    }

    void start() {
        ending.listen();
        loop.executor().execute(() -> {
            if (!isDone()) {
                listener = loop.fanout()
                        .poll(reading.topics(), reading.after(), reading.mostEvents(), reading.timeout(), this);
            }
        });
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public synchronized void send(Batch batch) {
        if (done) {
            return;
        }
        try {
            EventAnswers.next(response, batch);
            ending.complete();
        } catch (IOException e) {
            ending.breakOff();
        }
    }

    @Override
    public void cutOff() {
        gone();
    }

    @Override
    public void dismiss() {
        throw new IllegalStateException("a poll is sent what there is");
    }

    /** The client has left, and nobody noticed. */
    synchronized void gone() {
        if (!done) {
            ending.breakOff();
        }
    }

    synchronized boolean isDone() {
        return done;
    }

    private synchronized void end() {
        if (!done) {
            done = true;
            release.run();
            loop.executor().execute(this::leave);
        }
    }

    private void leave() {
        if (listener != null) {
            listener.leave();
        }
    }
}
