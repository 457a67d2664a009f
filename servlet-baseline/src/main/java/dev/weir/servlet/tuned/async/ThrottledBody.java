package dev.weir.servlet.tuned.async;

import dev.weir.clients.Admission;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.tuned.tomcat.Wire;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one download at a limited rate. The throttle repeatedly grants a number of bytes to write.
 *
 * <p>Runs on a thread of {@link WriterLoops} when a grant arrives, and on a connector thread when the output has room
 * again. Blocks no platform thread while it waits for a grant or the client. When the client leaves, either a write
 * fails or {@link DisconnectSweep} detects the disconnect.
 *
 * <p>Over HTTP/2, writes block a virtual thread, because Tomcat's non-blocking HTTP/2 output may lose bytes. After
 * {@link #end} the response must not be used, because Tomcat reuses it for another request.
 */
final class ThrottledBody implements WriteListener, SlowReaders.Body {
    private static final Logger log = LoggerFactory.getLogger(ThrottledBody.class);

    private final Wire wire;
    private final Admission admission;
    private final Download download;
    private final Runnable release;
    private final Ending ending;
    private final ContainerLock lock;
    private final Executor executor;

    // The next four fields are written under the lock. The field shut is written without the lock.
    private volatile long position;
    private long granted;
    private volatile boolean done;
    /** Whether the body waits for a grant, or has written its last byte and waits for its turn to end. */
    private volatile boolean waits;

    /** Whether {@link #cutOff} has reset the HTTP/2 stream. Not used over HTTP/1.1. */
    private volatile boolean shut;

    /**
     * @param executor runs the writes over HTTP/2, because they may block. Not used over HTTP/1.1
     * @param open opens the download at the throttle. Its argument is a callback to which the throttle passes the
     *     number of bytes that may be sent next
     * @param release runs once when the body has ended
     */
    ThrottledBody(
            AsyncContext context,
            Wire wire,
            Executor executor,
            Admission admission,
            Function<LongConsumer, Download> open,
            Runnable release) {
        this.wire = wire;
        this.executor = executor;
        this.admission = admission;
        this.download = open.apply(this::granted);
        this.release = release;
        this.ending = new Ending(context, this::end);
        this.lock = ContainerLock.of(context.getRequest());
    }

    /**
     * Skips the first {@code sent} bytes of the body, because they are already sent. The throttle must have granted the
     * whole body. Call this before {@link #start}.
     */
    void resume(long sent) {
        position = sent;
        granted = wire.length() - sent;
    }

    /** Starts to write. Call it on the request's thread: otherwise the container's first callback may get lost. */
    void start() {
        ending.listen();
        if (wire.canWait()) {
            wire.start(this);
        } else {
            executor.execute(this::onWritePossible);
        }
    }

    @Override
    public void onWritePossible() {
        lock.run(() -> proceed(ending::complete));
    }

    private void granted(long bytes) {
        lock.run(() -> {
            if (done) {
                download.close(bytes);
            } else {
                waits = false;
                granted = bytes;
                proceed(wire.canWait() ? this::completeLater : ending::complete);
            }
        });
    }

    /** Writes what may be written now. Runs {@code complete} after the last byte. */
    private void proceed(Runnable complete) {
        try {
            while (!done && !waits && wire.isReady()) {
                step(complete);
            }
        } catch (IOException e) {
            ending.cutOff(); // the client has left, or the file has changed and the body must not look complete
        } catch (IllegalStateException e) {
            end(); // the container has completed the request and reuses the output
        } catch (RuntimeException e) {
            log.error("A download failed; its connection is closed", e);
            ending.cutOff();
        }
    }

    private void step(Runnable complete) throws IOException {
        if (!wire.isFlushed()) {
            wire.flush();
        } else if (granted > 0) {
            long taken = wire.write(position, admission.next(wire.length() - position, granted));
            download.wrote(taken);
            long reached = position + taken;
            position = reached;
            granted -= taken;
        } else if (position < wire.length()) {
            waits = true;
            download.ask(wire.length() - position);
        } else {
            complete.run();
        }
    }

    /** Completes the request after the grants that are already queued on the same thread. */
    private void completeLater() {
        waits = true;
        download.later(() -> unlessDone(ending::complete));
    }

    private void unlessDone(Runnable task) {
        if (!done) { // otherwise the lock may already belong to another request
            lock.run(() -> {
                if (!done) {
                    task.run();
                }
            });
        }
    }

    @Override
    public long written() {
        return position;
    }

    @Override
    public boolean holdsGrant() {
        return !done && !waits; // the output may still buffer granted bytes
    }

    @Override
    public void cutOff() {
        if (!wire.canWait()) {
            if (shut) {
                return; // the first call is waiting for the lock
            }
            shut = true;
            wire.shut(); // makes a blocked write fail, so that its thread releases the lock
        }
        gone();
    }

    boolean isDone() {
        return done;
    }

    void gone() {
        unlessDone(() -> ending.end(waits && position == wire.length()));
    }

    private void end() {
        if (!done) {
            done = true;
            download.close(granted);
            release.run();
        }
    }

    @Override
    public void onError(Throwable t) {
        ending.complete();
    }
}
