package dev.weir.servlet.tuned.async;

import dev.weir.events.Batch;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of one stream in batches.
 *
 * <p>Runs on the thread that distributes events ({@link Fanout}). When the output has room again, also runs on a
 * connector thread. Blocks no platform thread while it waits for an event or the client. Over HTTP/2, a write blocks a
 * virtual thread. When the client leaves, {@link FeedConnection} or {@link DisconnectSweep} detects this, or a write
 * fails.
 *
 * <p>After {@link #end} the response must not be used, because Tomcat reuses it for another request.
 */
final class EventFeed implements WriteListener, EventSink {
    private static final Logger log = LoggerFactory.getLogger(EventFeed.class);

    private final FeedOutput out;
    private final EventFeeds.Loop loop;
    private final Reading reading;
    private final Runnable release;
    private final Carrier carrier;
    private final FeedThreads threads;

    // Both fields are written under the request's lock, except that send() writes ready without the lock.
    private volatile boolean ready; // no written bytes are pending
    private volatile boolean done;
    private @Nullable Listener listener;

    /**
     * @param carrier creates the {@link Carrier} that ends the response. The carrier gets a callback, and must run it
     *     when the request or connection has ended
     * @param out the output, which nobody else may use from now on
     * @param release runs once when the stream has ended
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

    /** Starts the stream. Its first write follows when the request's thread has returned to the container. */
    void start() {
        carrier.listen();
        if (threads.writesWait()) {
            threads.runAside(() -> writeAndListen(null));
        } else {
            out.listen(this);
        }
    }

    @Override
    public void onWritePossible() {
        threads.run(() -> writeAndListen(null));
    }

    private void writeAndListen(byte @Nullable [] bytes) {
        write(bytes);
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
            ready = false; // until the batch is written
            threads.runAside(() -> writeAndListen(bytes));
        } else {
            threads.run(() -> write(bytes));
        }
    }

    @Override
    public boolean hasTaken() {
        return out.hasTaken();
    }

    /**
     * Writes {@code bytes} unless they are null. Then sends pending bytes until all are sent or the output is full.
     * Updates {@link #ready}. The caller must hold the request's lock.
     */
    private void write(byte @Nullable [] bytes) {
        if (done) {
            return;
        }
        try {
            if (bytes != null) {
                out.write(bytes);
            }
            ready = false;
            ready = out.proceed() && !done;
        } catch (IOException e) {
            carrier.cutOff(); // the client has left
        } catch (IllegalStateException e) {
            if (threads.writesWait()) {
                carrier.cutOff(); // the client has reduced its HTTP/2 window below 0
            } else {
                end(); // the container has completed the request and reuses the output
            }
        } catch (RuntimeException e) {
            log.error("An event stream failed; its connection is closed", e);
            carrier.cutOff();
        }
    }

    @Override
    public void dismiss() {
        threads.inASecond(this::cutOff); // the client's flow-control window may be too small for the end
        threads.runAside(() -> {
            if (!ready) {
                cutOff(); // the client has not read earlier events
                return;
            }
            write(StreamFields.comeBack());
            if (!done) {
                carrier.complete();
            }
        });
    }

    @Override
    public void cutOff() {
        if (!done) { // otherwise the lock may already belong to another request
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

    /** Ends the feed and releases its resources. Later writes do nothing. The caller must hold the request's lock. */
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
            log.warn("An event stream failed; its connection is closed", t);
        }
        carrier.complete();
    }
}
