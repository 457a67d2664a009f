package dev.weir.servlet.tuned.async;

import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
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
 * ready; the {@link ContainerLock} orders them with the thread that finds that the client left. Waited for without a
 * thread: the next event, and the room in the socket. The client leaves: a {@link FeedConnection} is told at once; on a
 * carrier that reads nothing the next write fails, a heartbeat's at the latest, or {@link DisconnectSweep} finds out.
 * After {@link #end} the response must not be used: Tomcat reuses it for another request.
 */
final class EventFeed implements WriteListener, EventSink {
    private static final Logger log = LoggerFactory.getLogger(EventFeed.class);

    private final FeedOutput out;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Runnable release;
    private final Carrier carrier;
    private final FeedThreads threads;

    // Both are written under the lock. The loop may take ready back.
    private volatile boolean ready; // all that was written is on its way; else the container will call
    private volatile boolean done;
    /** On the loop only. */
    private @Nullable Listener listener;

    /**
     * Takes over what it writes to.
     *
     * @param carrier carries {@code out}, and runs its argument when it has ended
     * @param release called once, when the stream has ended for any reason
     */
    EventFeed(
            Function<Runnable, Carrier> carrier,
            FeedThreads threads,
            FeedOutput out,
            EventFeeds.Loop loop,
            Reading reading,
            Runnable release) {
        this.threads = threads;
        this.out = out;
        this.loop = loop;
        this.reading = reading;
        this.release = release;
        this.carrier = carrier.apply(this::end);
    }

    /** Asks the container for its callbacks, which begin when the request's thread has returned. */
    void start() {
        carrier.listen();
        if (threads.writesWait()) {
            threads.runAside(() -> writeAndListen(this::proceed));
        } else {
            out.listen(this);
        }
    }

    @Override
    public void onWritePossible() {
        threads.run(() -> writeAndListen(this::proceed));
    }

    private void writeAndListen(FeedOutput.Write write) {
        attempt(write);
        if (ready) {
            loop.executor().execute(this::listen);
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
    public boolean isReady() {
        return ready;
    }

    @Override
    public void send(Batch batch) {
        byte[] bytes = batch.sse();
        if (threads.writesWait()) {
            ready = false; // until it is written
            threads.runAside(() -> writeAndListen(() -> write(bytes)));
        } else {
            threads.run(() -> attempt(() -> write(bytes)));
        }
    }

    private void write(byte[] bytes) throws IOException {
        if (!done) {
            out.write(bytes);
            proceed();
        }
    }

    @Override
    public boolean hasTaken() {
        return out.hasTaken();
    }

    private void attempt(FeedOutput.Write write) {
        try {
            write.run();
        } catch (IOException e) {
            carrier.cutOff(); // the client has left
        } catch (IllegalStateException e) {
            if (threads.writesWait()) {
                carrier.cutOff(); // the client has taken its window back
            } else {
                end(); // the container has completed, and taken the stream back
            }
        } catch (RuntimeException e) {
            log.error("a stream of events failed", e);
            carrier.cutOff();
        }
    }

    /** Writes until everything is sent or the stream is full. {@link #onWritePossible} goes on. */
    private void proceed() throws IOException {
        ready = false;
        ready = !done && out.proceed();
    }

    @Override
    public void dismiss() {
        threads.runAside(() -> {
            if (!ready) {
                cutOff(); // it has not taken what it was given before
                return;
            }
            attempt(() -> write(StreamFields.comeBack()));
            if (!done) {
                carrier.complete();
            }
        });
    }

    /** Ends the stream of a client that takes nothing, or that has left unnoticed. */
    @Override
    public void cutOff() {
        if (!done) { // else the lock may be another request's by now
            threads.breakOff();
            threads.runAside(() -> {
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
            out.end();
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
