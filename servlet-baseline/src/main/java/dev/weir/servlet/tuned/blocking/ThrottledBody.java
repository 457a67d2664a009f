package dev.weir.servlet.tuned.blocking;

import dev.weir.catalog.BrokenFileException;
import dev.weir.clients.Admission;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import dev.weir.servlet.tuned.tomcat.Wire;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.catalina.connector.ClientAbortException;

/**
 * Writes one download at a limited rate. The throttle repeatedly grants a number of bytes to write.
 *
 * <p>Runs on the request's thread. Blocks that thread while it waits for a grant or for the client, and after the last
 * byte until other threads with a grant are woken. When the client leaves, the next write throws, or
 * {@link DisconnectSweep} detects this and wakes the thread.
 */
final class ThrottledBody implements SlowReaders.Body {
    private static final long ENDED = -1;

    private final Wire wire;
    private final Download download;
    private final WakeUps wakeUps;
    private final Admission admission;
    private final WakeUps.Sleeper sleeper = new WakeUps.Sleeper();

    private long position;
    /** Number of granted bytes that are not written yet. */
    private long left;
    /**
     * Number of granted bytes that the writing thread has not taken yet. The thread waits while this is 0. The value is
     * {@link #ENDED} after the body has ended.
     */
    private final AtomicLong granted = new AtomicLong();

    private volatile boolean gone;
    /** Whether the body has ended. Guarded by this object's monitor. */
    private boolean ended;

    // SlowReaders reads these two fields on another thread.
    private volatile long written;
    private volatile boolean holdsGrant = true; // at first only the client delays status and fields

    /** @param open opens the download. Its argument is a callback that receives the number of newly granted bytes */
    ThrottledBody(Wire wire, WakeUps wakeUps, Admission admission, Function<LongConsumer, Download> open) {
        this.wire = wire;
        this.wakeUps = wakeUps;
        this.admission = admission;
        this.download = open.apply(this::granted);
    }

    /**
     * Skips the first {@code sent} bytes of the body, because they are already sent. The throttle must have granted the
     * whole body. Call this before {@link #write}.
     */
    void resume(long sent) {
        position = sent;
        written = sent;
        left = wire.length() - sent;
    }

    void write() throws IOException {
        try {
            if (!wire.isFlushed()) {
                wire.flush(); // status and fields do not wait for a grant
            }
            while (position < wire.length()) {
                if (left == 0) {
                    awaitGrant();
                }
                step();
            }
            holdsGrant = false;
            wakeUps.letOthersFirst(sleeper);
        } catch (BrokenFileException e) {
            wire.shut(); // or the client could take the next response for the rest of this one
            throw new ClientAbortException(e);
        } catch (IOException | RuntimeException e) {
            wire.breakOff();
            throw e;
        } finally {
            end();
        }
    }

    private void awaitGrant() throws IOException {
        holdsGrant = false;
        download.ask(wire.length() - position);
        while (granted.get() == 0) {
            if (gone) {
                throw new ClientAbortException("The client has left"); // the same exception as after a failed write
            }
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedIOException("The server is stopping");
            }
        }
        left = taken(0);
        holdsGrant = true;
    }

    private void step() throws IOException {
        long taken = wire.write(position, admission.next(wire.length() - position, left));
        download.wrote(taken);
        position += taken;
        left -= taken;
        if (!wire.isFlushed()) {
            wire.flush();
        }
        written = position;
    }

    /** Takes the granted bytes: returns the value of {@link #granted}, and sets it to {@code then}. */
    private long taken(long then) {
        long bytes = granted.getAndSet(then);
        if (bytes > 0) {
            wakeUps.taken(sleeper);
        }
        return bytes;
    }

    private void granted(long bytes) {
        WakeUps.announce(sleeper);
        if (granted.compareAndSet(0, bytes)) {
            wakeUps.wake(sleeper);
        } else {
            wakeUps.taken(sleeper); // the body has just ended
            download.close(bytes);
        }
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public boolean holdsGrant() {
        return holdsGrant;
    }

    private synchronized void end() {
        ended = true;
        download.close(left + taken(ENDED));
    }

    /**
     * Shuts the connection down, or resets the HTTP/2 stream. Does nothing if the whole body is written: the client has
     * all of it. Does nothing after the end either: the connection may then serve another request.
     */
    @Override
    public synchronized void cutOff() {
        boolean isWhole = !holdsGrant && written == wire.length();
        if (!ended && !isWhole) {
            wire.shut();
            gone(); // the thread may wait for a grant
        }
    }

    void gone() {
        gone = true;
        sleeper.unpark();
    }
}
