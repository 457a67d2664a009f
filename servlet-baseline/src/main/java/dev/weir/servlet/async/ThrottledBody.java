package dev.weir.servlet.async;

import dev.weir.catalog.BrokenFileException;
import dev.weir.servlet.PeerSweep;
import dev.weir.servlet.Wire;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Writes the content of one response to a non-blocking stream, a grant at a time.
 *
 * <p>Which thread: one of the connector's when the stream has become ready, one of {@link WriterLoops} when a grant
 * came; the lock orders them with whoever finds that the client left. Waited for without a thread: the grant, by {@link
 * Download#ask}, and the room in the socket, by {@code isReady}. The client leaves: a write fails, or {@link PeerSweep}
 * finds out.
 *
 * <p>Its shape is the servlet's: nothing tells when bytes are out, the stream says whether it takes more. After {@link
 * #end} the response is not touched: Tomcat uses it again for another request.
 */
final class ThrottledBody implements WriteListener, SlowReaders.Body {
    private final Wire wire;
    private final Download download;
    private final Runnable release;
    private final Ending ending;

    // All below: under the lock.
    private long position;
    /** What may still be written of the last grant. */
    private long granted;

    private boolean asked;
    private boolean done;

    /**
     * Takes over the response.
     *
     * @param open opens the download whose grants come to its argument
     * @param release called once, when the body has ended in whatever way
     */
    ThrottledBody(AsyncContext context, Wire wire, Function<LongConsumer, Download> open, Runnable release) {
        this.wire = wire;
        this.download = open.apply(this::granted);
        this.release = release;
        this.ending = new Ending(context, this::end);
    }

    /**
     * Lets the container call, once the request's thread has returned to it: on another thread Tomcat's first call can get
     * lost, and the response would wait for ever.
     */
    void start() {
        ending.listen();
        wire.start(this);
    }

    @Override
    public synchronized void onWritePossible() {
        try {
            proceed();
        } catch (IOException e) {
            ending.complete(); // the client has left
        }
    }

    private synchronized void granted(long bytes) {
        if (done) {
            download.close(bytes);
            return;
        }
        asked = false;
        granted = bytes;
        try {
            wire.verify();
            proceed();
        } catch (BrokenFileException e) {
            ending.breakOff();
        } catch (IOException e) {
            end(); // the client has left; of a failure on a thread that is not its own Tomcat tells itself
        }
    }

    /** Goes on until the stream is full, which {@link #onWritePossible} ends, or a grant is needed, or nothing is left. */
    private void proceed() throws IOException {
        try {
            while (!done && !asked && wire.isReady()) {
                step();
            }
        } catch (BrokenFileException e) {
            ending.breakOff(); // the body must end short, never with other bytes
        } catch (IllegalStateException e) {
            end(); // the container has completed, and taken the stream back
        }
    }

    private void step() throws IOException {
        if (!wire.isFlushed()) {
            wire.flush();
        } else if (granted > 0) {
            long taken = wire.write(position, granted);
            download.wrote(taken);
            position += taken;
            granted -= taken;
        } else if (position < wire.length()) {
            asked = true;
            download.ask(wire.length() - position);
        } else {
            ending.complete();
        }
    }

    @Override
    public synchronized long written() {
        return position;
    }

    @Override
    public synchronized boolean holdsGrant() {
        return !done && !asked; // also what the stream keeps is granted, and not taken
    }

    /** Shuts the socket first: what the stream still has would else be waited for, by the thread that breaks off. */
    @Override
    public synchronized void cutOff() {
        if (!done) {
            wire.shut();
            ending.breakOff();
        }
    }

    synchronized boolean isDone() {
        return done;
    }

    /** The client has left, and nobody noticed by writing. */
    synchronized void gone() {
        if (!done) {
            ending.breakOff();
        }
    }

    private synchronized void end() {
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
