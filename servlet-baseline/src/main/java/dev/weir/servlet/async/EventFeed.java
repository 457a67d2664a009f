package dev.weir.servlet.async;

import dev.weir.events.Batch;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Outlet;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import dev.weir.servlet.PeerSweep;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of one stream to a non-blocking stream, as many at a time as there are.
 *
 * <p>Which thread: that of its {@link Fanout} when there is an event, one of the connector's when the stream has become
 * ready; the lock orders them with whoever finds that the client left. Waited for without a thread: the next event, and
 * the room in the socket, by {@code isReady}. The client leaves: a {@link FeedConnection} is told at once; on a carrier that
 * reads nothing the next write fails, a heartbeat's at the latest, or {@link PeerSweep} finds out.
 *
 * <p>After {@link #end} the response is not touched: Tomcat uses it again for another request.
 */
final class EventFeed implements WriteListener, Outlet {
    private static final Logger log = LoggerFactory.getLogger(EventFeed.class);

    private final ServletOutputStream out;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Runnable release;
    private final Carrier carrier;

    // All below: under the lock.
    /** What is to be written before anything else. */
    private byte @Nullable [] opening;

    private boolean unflushed;
    /** What was written is on its way; else the container will call. */
    private boolean ready;

    private boolean done;

    /** On the loop only. */
    private @Nullable Listener listener;

    /**
     * Takes over what it writes to.
     *
     * @param carrier of {@code out}, which runs its argument when it has ended
     * @param opening what the stream begins with, unless that is sent
     * @param release called once, when the stream has ended in whatever way
     */
    EventFeed(
            Function<Runnable, Carrier> carrier,
            ServletOutputStream out,
            EventFeeds.Loop loop,
            Reading reading,
            byte @Nullable [] opening,
            Runnable release) {
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
        out.setWriteListener(this);
    }

    @Override
    public synchronized void onWritePossible() {
        try {
            proceed();
            if (ready) {
                loop.executor().execute(this::listen);
            }
        } catch (IOException e) {
            carrier.complete(); // the client has left
        }
    }

    private void listen() {
        if (listener != null) {
            listener.ready();
        } else if (!isDone()) {
            listener = loop.fanout().stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public synchronized boolean isReady() {
        return ready;
    }

    @Override
    public synchronized void send(Batch batch) {
        write(batch.sse());
    }

    private void write(byte[] bytes) {
        if (done) {
            return;
        }
        try {
            out.write(bytes);
            unflushed = true;
            proceed();
        } catch (IOException e) {
            end(); // the client has left; of a failure on a thread that is not its own Tomcat tells itself
        }
    }

    /** Goes on until all is on its way, or the stream is full, which {@link #onWritePossible} ends. */
    private void proceed() throws IOException {
        ready = false;
        try {
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
        } catch (IllegalStateException e) {
            end(); // the container has completed, and taken the stream back
        }
    }

    @Override
    public synchronized void dismiss() {
        if (!ready) {
            cutOff(); // it has not taken what it was given before
            return;
        }
        write(StreamFields.comeBack());
        if (!done) {
            carrier.complete();
        }
    }

    @Override
    public synchronized void cutOff() {
        if (!done) {
            carrier.cutOff();
        }
    }

    /** The client has left, and nobody noticed by writing. */
    synchronized void gone() {
        if (!done) {
            carrier.breakOff();
        }
    }

    synchronized boolean isDone() {
        return done;
    }

    /** The carrier has ended, or must not be written to any more. */
    synchronized void end() {
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
