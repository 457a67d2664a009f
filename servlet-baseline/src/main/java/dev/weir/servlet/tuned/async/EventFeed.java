package dev.weir.servlet.tuned.async;

import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.connector.exchange.TomcatStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of one stream to a non-blocking stream, as many at a time as there are.
 *
 * <p>Which thread: that of its {@link Fanout} when there is an event, one of the connector's when the stream has become
 * ready; the {@link ContainerLock} orders them with whoever finds that the client left. Waited for without a thread: the next event, and
 * the room in the socket, by {@code isReady}. The client leaves: a {@link FeedConnection} is told at once; on a carrier that
 * reads nothing the next write fails, a heartbeat's at the latest, or {@link DisconnectSweep} finds out.
 *
 * <p>After {@link #end} the response is not touched: Tomcat uses it again for another request.
 */
final class EventFeed implements WriteListener, EventSink {
    private static final Logger log = LoggerFactory.getLogger(EventFeed.class);

    /** What a client that is waited for must take before it counts. */
    private static final int PIECE_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Runnable release;
    private final Carrier carrier;
    private final ContainerLock lock;
    private final @Nullable Stream stream;

    /**
     * Of HTTP/2, which is written to on a thread that waits: Tomcat loses bytes that are written to it without blocking.
     *
     * @param waiting has threads that may wait for the client
     */
    record Stream(TomcatStream tomcat, Executor waiting) {}

    // All below: written under the lock, save that the loop takes {@code ready} back where nobody writes.
    /** What is to be written before anything else. */
    private byte @Nullable [] opening;

    private boolean unflushed;
    /** What was written is on its way; else the container will call. */
    private volatile boolean ready;

    private volatile boolean done;

    /** Some of what is being written has left; set by whoever writes, and reset on the loop. */
    private volatile boolean taken;

    /** On the loop only. */
    private @Nullable Listener listener;

    /**
     * Takes over what it writes to.
     *
     * @param carrier of {@code out}, which runs its argument when it has ended
     * @param lock of the request, also when it has ended
     * @param opening what the stream begins with, unless that is sent
     * @param stream where {@code out} cannot wait for the client without a thread
     * @param release called once, when the stream has ended in whatever way
     */
    EventFeed(
            Function<Runnable, Carrier> carrier,
            ContainerLock lock,
            ServletOutputStream out,
            EventFeeds.Loop loop,
            Reading reading,
            byte @Nullable [] opening,
            @Nullable Stream stream,
            Runnable release) {
        this.stream = stream;
        this.lock = lock;
        this.out = out;
        this.loop = loop;
        this.reading = reading;
        this.opening = opening;
        this.release = release;
        this.carrier = carrier.apply(this::end);
    }

    /** Lets the container call, once the request's thread has returned to it. */
    void start() {
        carrier.listen();
        if (stream == null) {
            out.setWriteListener(this);
        } else {
            stream.waiting().execute(this::onWritePossible);
        }
    }

    @Override
    public void onWritePossible() {
        writeAndListen(() -> attempt(this::proceed));
    }

    private void writeAndListen(Runnable write) {
        lock.run(() -> {
            write.run();
            if (ready) {
                loop.executor().execute(this::listen);
            }
        });
    }

    private void listen() {
        if (listener != null) {
            listener.ready();
        } else if (!isDone()) {
            listener = loop.fanout().stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public void send(Batch batch) {
        byte[] bytes = batch.sse();
        if (stream == null) {
            lock.run(() -> write(bytes));
        } else {
            ready = false; // until it is written
            stream.waiting().execute(() -> writeAndListen(() -> write(bytes)));
        }
    }

    private void write(byte[] bytes) {
        if (!done) {
            attempt(() -> {
                give(bytes);
                unflushed = true;
                proceed();
            });
        }
    }

    private void give(byte[] bytes) throws IOException {
        int most = stream == null ? Math.max(1, bytes.length) : PIECE_BYTES;
        for (int at = 0; at < bytes.length; at += most) {
            out.write(bytes, at, Math.min(most, bytes.length - at));
            taken = true;
        }
    }

    @Override
    public boolean hasTaken() {
        boolean some = stream != null && taken;
        taken = false;
        return some;
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            carrier.cutOff(); // the client has left
        } catch (IllegalStateException e) {
            if (stream == null) {
                end(); // the container has completed, and taken the stream back
            } else {
                carrier.cutOff(); // or the client its window
            }
        }
    }

    /** Goes on until all is on its way, or the stream is full, which {@link #onWritePossible} ends. */
    private void proceed() throws IOException {
        ready = false;
        while (!done && out.isReady()) {
            if (opening != null) {
                out.write(opening);
                opening = null;
                unflushed = true;
            } else if (unflushed) {
                unflushed = false;
                out.flush();
            } else {
                ready = true;
                return;
            }
        }
    }

    @Override
    public void dismiss() {
        lockAndRun(() -> {
            if (!ready) {
                cutOff(); // it has not taken what it was given before
                return;
            }
            write(StreamFields.comeBack());
            if (!done) {
                carrier.complete();
            }
        });
    }

    /** Not on the loop where the lock is held by whoever waits for the client. */
    private void lockAndRun(Runnable task) {
        if (stream == null) {
            lock.run(task);
        } else {
            stream.waiting().execute(() -> lock.run(task));
        }
    }

    /** Also of a client that has left, and nobody noticed by writing. */
    @Override
    public void cutOff() {
        if (!done) { // else the lock may be another request's by now
            if (stream != null) {
                stream.tomcat().breakOff(); // whoever waits for the client has the lock until then
            }
            lockAndRun(() -> {
                if (!done) {
                    carrier.cutOff();
                }
            });
        }
    }

    boolean isDone() {
        return done;
    }

    /** The carrier has ended, or must not be written to any more. */
    void end() {
        if (!done) {
            done = true;
            ready = false;
            release.run();
            loop.executor().execute(this::leave);
        }
    }

    private void leave() {
        if (listener != null) {
            listener.leave();
        }
    }

    @Override
    public void onError(Throwable t) {
        if (!(t instanceof IOException)) {
            log.warn("a stream of events failed", t);
        }
        carrier.complete();
    }
}
