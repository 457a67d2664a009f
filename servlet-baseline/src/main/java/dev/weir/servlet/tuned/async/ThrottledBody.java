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

/**
 * Writes the content of one response to a non-blocking stream, a grant at a time.
 *
 * <p>Which thread: one of the connector's when the stream has become ready, one of {@link WriterLoops} when a grant
 * came; the {@link ContainerLock} orders them with whoever finds that the client left. Waited for without a thread: the
 * grant, by {@link Download#ask}, and the room in the socket, by {@code isReady}. The client leaves: a write fails, or
 * {@link DisconnectSweep} finds out.
 *
 * <p>Over HTTP/2 it writes on a virtual thread for each grant, which waits for the client: Tomcat's stream, written to
 * without blocking, loses bytes when the client's window is small, and waits for the socket all the same.
 *
 * <p>Its shape is the servlet's: nothing tells when bytes are out, the stream says whether it takes more. After {@link
 * #end} the response is not touched: Tomcat uses it again for another request.
 */
final class ThrottledBody implements WriteListener, SlowReaders.Body {
    private final Wire wire;
    private final Admission admission;
    private final Download download;
    private final Runnable release;
    private final Ending ending;
    private final ContainerLock lock;
    private final Executor executor;

    // All below: written under the lock.
    private volatile long position;
    /** Bytes of the last grant that may still be written. */
    private long granted;

    private volatile boolean asked;
    private volatile boolean done;

    /** {@link #cutOff} has shut the wire; it is called again and again. */
    private volatile boolean shut;

    /**
     * Takes over the response.
     *
     * @param executor where a wire that cannot wait is written to
     * @param open opens the download whose grants come to its argument
     * @param release called once, when the body has ended in whatever way
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
     * Lets the container call, once the request's thread has returned to it: on another thread Tomcat's first call can get
     * lost, and the response would wait for ever.
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
        }
    }

    /** Goes on until the stream is full, which {@link #onWritePossible} ends, or a grant is needed, or nothing is left. */
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
        return !done && !asked; // also what the stream keeps is granted, and not taken
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

    /** The client has left or is too slow, and nobody noticed by writing. */
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
