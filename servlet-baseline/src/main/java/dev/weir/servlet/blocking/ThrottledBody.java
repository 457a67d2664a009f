package dev.weir.servlet.blocking;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.servlet.Buffers;
import dev.weir.servlet.PeerSweep;
import dev.weir.servlet.Wire;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.catalina.connector.ClientAbortException;

/**
 * Writes the content of one response in a loop, a grant at a time.
 *
 * <p>Which thread: the request's; whoever makes the grant only wakes it. Waited for without a thread: nothing. The
 * client leaves: a write throws, or {@link PeerSweep} finds out and wakes the thread.
 *
 * <p>Its shape is a loop, since the thread remembers where it is.
 */
final class ThrottledBody implements SlowReaders.Body {
    private static final long ENDED = -1;

    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final Wire wire;
    private final OpenFile file;
    private final Buffers buffers;
    private final Download download;
    private final Thread thread = Thread.currentThread();
    private final Content content;

    private long position;
    /** What may still be written of the last grant. */
    private long left;
    /** A grant from whoever made it to the thread, which waits until it is not 0; {@link #ENDED} when it waits no more. */
    private final AtomicLong granted = new AtomicLong();

    private volatile boolean gone;
    // For those who look whether the client is slow.
    private volatile long written;
    private volatile boolean holdsGrant;

    ThrottledBody(
            HttpServletRequest request,
            HttpServletResponse response,
            OpenFile file,
            DownloadPlan plan,
            Buffers buffers,
            Function<LongConsumer, Download> open)
            throws IOException {
        this.response = response;
        this.out = response.getOutputStream();
        this.wire = Wire.of(request, response);
        this.file = file;
        this.buffers = buffers;
        this.content = plan.content();
        this.download = open.apply(this::granted);
    }

    void write() throws IOException {
        try {
            response.flushBuffer(); // status and fields do not wait for a grant
            while (position < content.length()) {
                awaitGrant();
                while (left > 0) {
                    send();
                }
            }
        } finally {
            download.close(left + granted.getAndSet(ENDED));
        }
    }

    private void awaitGrant() throws IOException {
        holdsGrant = false;
        download.ask(content.length() - position);
        while (granted.get() == 0) {
            LockSupport.park(this);
            if (gone) {
                throw new ClientAbortException("the client has left"); // as a failed write does
            }
            if (Thread.interrupted()) {
                throw new InterruptedIOException("the server stops");
            }
        }
        left = granted.getAndSet(0);
        holdsGrant = true;
    }

    private void send() throws IOException {
        long sent = wire.send(file, content, position, left);
        took(sent);
        if (sent == 0) {
            copy();
        }
    }

    private void copy() throws IOException {
        ByteBuffer buffer = buffers.take();
        try {
            buffer.limit(wire.toStream(left, buffer.capacity()));
            int bytes = file.read(buffer, content, position);
            out.write(buffer.flip());
            out.flush();
            took(bytes);
        } finally {
            buffers.giveBack(buffer);
        }
    }

    private void took(long bytes) {
        position += bytes;
        left -= bytes;
        written = position;
    }

    private void granted(long bytes) {
        if (!granted.compareAndSet(0, bytes)) {
            download.close(bytes); // the thread has just gone
        }
        LockSupport.unpark(thread);
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public boolean holdsGrant() {
        return holdsGrant;
    }

    @Override
    public void cutOff() {
        wire.shut();
    }

    /** The client has left, and nobody noticed by writing. */
    void gone() {
        gone = true;
        LockSupport.unpark(thread);
    }
}
