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
 * Writes the events of one stream to a non-blocking output in batches.
 *
 * <p>Runs on the thread of its {@link Fanout}, and on a thread of the connector when the output has room again. Blocks
 * no thread while it waits for an event or the client. When the client leaves, a {@link FeedConnection} notices it at
 * once. Without a {@code FeedConnection}, the next write fails, or {@link DisconnectSweep} detects it.
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

    // Both are written under the lock. The loop also resets ready.
    private volatile boolean ready; // no written bytes are pending
    private volatile boolean done;
    private @Nullable Listener listener;

    /**
     * Creates a feed and takes ownership of its output.
     *
     * @param carrier creates the carrier that ends the response. The function's argument is the callback for the end of
     *     the connection or request
     * @param release called once when the stream has ended
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

    /** Registers for the container's callbacks. They begin when the request's thread has returned. */
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
                carrier.cutOff(); // the client has reduced its HTTP/2 window below 0
            } else {
                end(); // the container has completed the request and reuses the output
            }
        } catch (RuntimeException e) {
            log.error("An event stream failed; its connection is closed", e);
            carrier.cutOff();
        }
    }

    /** Writes until all bytes are sent or the output is full. */
    private void proceed() throws IOException {
        ready = false;
        ready = !done && out.proceed();
    }

    @Override
    public void dismiss() {
        threads.runAside(() -> {
            if (!ready) {
                cutOff(); // the client has not read earlier events
                return;
            }
            attempt(() -> write(StreamFields.comeBack()));
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

    /** Marks the feed as ended and releases its resources. The feed must not write afterwards. */
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
