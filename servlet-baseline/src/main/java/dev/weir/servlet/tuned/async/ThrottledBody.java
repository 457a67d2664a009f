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
 * Writes the content of one response to a non-blocking stream, a grant at a time.
 *
 * <p>Which thread: one of the connector's when the stream has become ready, one of {@link WriterLoops} when a grant
 * came; the {@link ContainerLock} orders them with whoever finds that the client left. Waited for without a thread: the
 * grant, by {@link Download#ask}, and the room in the socket, by {@code isReady}. The client leaves: a write fails, or
 * {@link DisconnectSweep} finds out.
 *
 * <p>Over HTTP/2 it writes each grant on a virtual thread, which waits for the client. Tomcat's non-blocking HTTP/2 stream
 * loses bytes when the client's window is small, and waits for the socket all the same.
 *
 * <p>It is a state machine, since each callback of the servlet API begins anew. The API does not tell when bytes are sent,
 * only whether the stream takes more. After {@link #end} the response must not be used: Tomcat reuses it for another request.
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

    // All fields below are written under the lock.
    private volatile long position;
    /** Bytes of the last grant that may still be written. */
    private long granted;

    private volatile boolean asked;
    private volatile boolean done;

    /** Whether {@link #cutOff}, which is called again and again, has shut the wire. */
    private volatile boolean shut;

    /**
     * Takes over the response.
     *
     * @param executor where a wire that cannot wait is written to
     * @param open opens the download whose grants come to its argument
     * @param release called once, when the body has ended for any reason
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
     * Asks the container for its callbacks, which begin when the request's thread has returned. Call it on that thread: from
     * another thread Tomcat's first callback can get lost, and the response would wait for ever.
     */
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
        lock.run(() -> attempt(this::proceed));
    }

    private void granted(long bytes) {
        lock.run(() -> {
            if (done) {
                download.close(bytes);
                return;
            }
            asked = false;
            granted = bytes;
            attempt(() -> {
                wire.verify();
                proceed();
            });
        });
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException e) {
            ending.cutOff(); // the client has left; or the file has changed, and the body must not look whole
        } catch (IllegalStateException e) {
            end(); // the container has completed, and taken the stream back
        } catch (RuntimeException e) {
            log.error("a download failed", e);
            ending.cutOff();
        }
    }

    /** Writes until the stream is full, a grant is needed, or nothing is left. {@link #onWritePossible} goes on. */
    private void proceed() throws IOException {
        while (!done && !asked && wire.isReady()) {
            step();
        }
    }

    private void step() throws IOException {
        if (!wire.isFlushed()) {
            wire.flush();
        } else if (granted > 0) {
            long taken = wire.write(position, admission.next(wire.length() - position, granted));
            download.wrote(taken);
            long reached = position + taken;
            position = reached;
            granted -= taken;
        } else if (position < wire.length()) {
            asked = true;
            download.ask(wire.length() - position);
        } else {
            ending.complete();
        }
    }

    @Override
    public long written() {
        return position;
    }

    @Override
    public boolean holdsGrant() {
        return !done && !asked; // bytes in the stream's buffer are granted, too, and not taken
    }

    @Override
    public void cutOff() {
        if (!wire.canWait()) {
            if (shut) {
                return; // the first call waits for the lock
            }
            shut = true;
            wire.shut(); // until then the thread that waits for the window has the lock
        }
        gone();
    }

    boolean isDone() {
        return done;
    }

    /** Ends the body of a client that has left, or is too slow, unless a write has noticed it. */
    void gone() {
        if (!done) { // else the lock may be another request's by now
            lock.run(() -> {
                if (!done) {
                    ending.cutOff();
                }
            });
        }
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
