package dev.weir.servlet.idiomatic.async;

import dev.weir.clients.Admission;
import dev.weir.events.Batch;
import dev.weir.events.EventLog;
import dev.weir.events.EventSink;
import dev.weir.events.EventText;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * Sends the events of one stream to an {@link SseEmitter} in batches.
 *
 * <p>Runs on the thread of its {@link Fanout}, which distributes events. Blocks no thread while it waits for an event.
 * A thread of the task executor writes each batch, and blocks until the client reads or leaves.
 */
final class EventFeed implements EventSink, EmitterStart.EmitterUser {
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final SseEmitter emitter = new SseEmitter();
    private final Fanout fanout;
    private final Executor loop;
    private final Executor threads;
    private final EventLog log;
    private final Reading reading;
    private final Admission admission;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Unregisters the callback that runs when the client's key is revoked. Does nothing before {@link #start}. */
    private volatile Runnable known = () -> {};

    /** Whether the stream accepts the next batch of events. False during a write. */
    private volatile boolean ready;

    /** Whether the stream must end, because the client has read nothing for too long. */
    private volatile boolean cut;

    /** The stream's registration for new events. Null before the registration. Used only on the fanout's thread. */
    private @Nullable Listener listener;

    /** @param admission the permission for the stream. It ends with the stream */
    EventFeed(Fanout fanout, Executor loop, Executor threads, EventLog log, Reading reading, Admission admission) {
        this.fanout = fanout;
        this.loop = loop;
        this.threads = threads;
        this.log = log;
        this.reading = reading;
        this.admission = admission;
        emitter.onCompletion(this::end);
    }

    /** Returns a stream that tells the client when to reconnect, and then ends. */
    static SseEmitter comeBack() {
        SseEmitter emitter = new SseEmitter();
        try {
            sendComeBack(emitter);
        } catch (IOException e) {
            emitter.completeWithError(e);
        }
        return emitter;
    }

    private static void sendComeBack(SseEmitter emitter) throws IOException {
        emitter.send(SseEmitter.event().reconnectTime(StreamFields.comeBackMillis()));
        emitter.complete();
    }

    SseEmitter emitter() {
        return emitter;
    }

    @Override
    public void start() {
        known = admission.onCutOff(Runnable::run, this::breakOff);
        write(() ->
                emitter.send(reading.resumed() ? comment() : SseEmitter.event().id(log.openingId(reading.after()))));
    }

    @Override
    public void abandon() {
        end();
    }

    private void listen() {
        if (listener != null) {
            listener.ready();
        } else if (!ended.get()) {
            listener = fanout.stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public void send(Batch batch) {
        ready = false;
        execute(() -> write(() -> {
            for (EventText event : batch.texts()) {
                emitter.send(frame(event));
            }
            if (batch.size() == 0) {
                emitter.send(batch.hasCursor() ? SseEmitter.event().id(batch.cursor()) : comment());
            }
        }));
    }

    /** Encodes an event as an SSE frame. Puts a space before each line of data, because clients remove one space. */
    private static SseEventBuilder frame(EventText event) {
        SseEventBuilder frame = SseEmitter.event().id(event.id());
        if (event.type() != null) {
            frame.name(event.type());
        }
        return frame.data(" " + event.data().replaceAll("\\r\\n|\\r|\\n", "\n "), TEXT);
    }

    private static SseEventBuilder comment() {
        return SseEmitter.event().comment("");
    }

    private interface Write {
        void run() throws IOException;
    }

    private void write(Write write) {
        try {
            write.run();
            ready = true;
            if (cut) {
                breakOff();
            }
            loop.execute(this::listen);
        } catch (IOException e) {
            end(); // the client has left, and the container ends the request
        } catch (RuntimeException e) {
            fail(e); // for example because the HTTP/2 window is negative; the container does not end the request
        }
    }

    /** Ends the stream before all events are sent. If a write is blocked, the stream ends after that write. */
    @Override
    public void cutOff() {
        cut = true;
        if (ready) {
            execute(this::breakOff);
        }
    }

    /** Ends the stream. Waits until a blocked write has ended. A virtual thread calls this when the key is revoked. */
    private void breakOff() {
        emitter.completeWithError(new IOException("The client reads too slowly, or its key is revoked"));
        end();
    }

    @Override
    public void dismiss() {
        execute(() -> write(() -> sendComeBack(emitter)));
    }

    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            fail(e); // the queue of the threads is full, or the server has stopped
        }
    }

    private void fail(RuntimeException cause) {
        end();
        emitter.completeWithError(cause);
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            ready = false;
            known.run();
            admission.leave();
            loop.execute(this::leave);
        }
    }

    private void leave() {
        if (listener != null) {
            listener.leave();
        }
    }
}
