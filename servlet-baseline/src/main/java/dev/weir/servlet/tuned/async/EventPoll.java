package dev.weir.servlet.tuned.async;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.problem.Problem;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.web.EventAnswers;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.ProblemResponse;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A long poll that waits for events without blocking a thread. Over HTTP/1.1, a connector thread sends the answer. Over
 * HTTP/2, a virtual thread sends it, because the write may block until the client reads.
 */
final class EventPoll implements EventSink {
    private final Exchange exchange;
    private final @Nullable TomcatStream stream; // null over HTTP/1.1
    private final Executor executor;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Admission admission;
    private final Runnable release;
    private final Ending ending;
    private final ContainerLock lock;

    /** Whether the poll has ended. The response of an ended poll must not be used. Written under {@link #lock}. */
    private volatile boolean done;

    private volatile boolean isCutOff;
    private @Nullable Listener listener;

    /** @param release runs once when the poll has ended */
    EventPoll(
            AsyncContext context,
            Exchange exchange,
            EventFeeds.Loop loop,
            Reading reading,
            Admission admission,
            Runnable release) {
        this.exchange = exchange;
        this.stream = TomcatStream.of(context.getRequest());
        this.executor = stream == null ? Runnable::run : WriterLoops.VIRTUAL;
        this.loop = loop;
        this.reading = reading;
        this.admission = admission;
        this.release = release;
        this.ending = new Ending(context, this::end);
        this.lock = ContainerLock.of(context.getRequest());
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
    public void send(Batch batch) {
        answer(() -> EventAnswers.next(exchange, batch));
    }

    /** Answers with status 401, because the client's key is revoked. Any thread may call it. */
    void revoke() {
        answer(() -> ProblemResponse.write(exchange.response(), Problem.UNKNOWN_KEY));
    }

    private interface Answer {
        void run() throws IOException;
    }

    private void answer(Answer answer) {
        executor.execute(() -> lock.run(() -> write(answer)));
    }

    private void write(Answer answer) {
        if (done) {
            return;
        }
        admission.leave(); // before the client can read the answer
        try {
            answer.run();
            if (stream != null) {
                exchange.response()
                        .flushBuffer(); // otherwise a thread of the connector would block on the client's window
            }
            ending.complete();
        } catch (IOException | RuntimeException e) {
            ending.cutOff();
        }
    }

    @Override
    public void dismiss() {
        throw new IllegalStateException("The fanout dismissed a poll; it must send a batch to a poll instead");
    }

    @Override
    public void cutOff() {
        if (done || isCutOff) {
            return; // the lock may belong to another request, or an earlier call waits for it
        }
        isCutOff = true;
        if (stream != null) {
            stream.breakOff();
        }
        executor.execute(() -> lock.run(() -> {
            if (!done) {
                ending.cutOff();
            }
        }));
    }

    boolean isDone() {
        return done;
    }

    private void end() {
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
