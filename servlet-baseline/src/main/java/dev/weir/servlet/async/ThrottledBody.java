package dev.weir.servlet.async;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.servlet.Buffers;
import dev.weir.servlet.PeerSweep;
import dev.weir.servlet.Wire;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Wire wire;
    private final OpenFile file;
    private final Buffers buffers;
    private final Download download;
    private final Runnable release;
    private final Content content;

    // All below: under the lock.
    private long position;
    /** What may still be written of the last grant. */
    private long granted;

    private boolean asked;
    /** Something is in the stream's buffer; at first status and fields. */
    private boolean unflushed = true;

    private boolean done;

    /**
     * Takes over the response.
     *
     * @param open opens the download whose grants come to its argument
     * @param release called once, when the body has ended in whatever way
     */
    ThrottledBody(
            AsyncContext context,
            OpenFile file,
            DownloadPlan plan,
            Buffers buffers,
            Function<LongConsumer, Download> open,
            Runnable release) {
        this.context = context;
        try {
            this.out = context.getResponse().getOutputStream();
            this.wire = Wire.of(context.getRequest(), context.getResponse());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it opens nothing
        }
        this.file = file;
        this.buffers = buffers;
        this.content = plan.content();
        this.download = open.apply(this::granted);
        this.release = release;
    }

    /**
     * Lets the container call, once the request's thread has returned to it: on another thread Tomcat's first call can get
     * lost, and the response would wait for ever.
     */
    void start() {
        context.addListener(new Ending(context, this::end));
        out.setWriteListener(this);
    }

    @Override
    public synchronized void onWritePossible() {
        try {
            proceed();
        } catch (IOException e) {
            end(); // the client has left
            complete();
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
            proceed();
        } catch (IOException e) {
            end(); // the client has left; of a failure on a thread that is not its own Tomcat tells itself
        }
    }

    /** Goes on until the stream is full, which {@link #onWritePossible} ends, or a grant is needed, or nothing is left. */
    private void proceed() throws IOException {
        try {
            while (!done && !asked && out.isReady()) {
                step();
            }
        } catch (IllegalStateException e) {
            end(); // the container has completed, and taken the stream back
        }
    }

    private void complete() {
        try {
            context.complete();
        } catch (IllegalStateException e) {
            // It has done so.
        }
    }

    private void step() throws IOException {
        if (unflushed) {
            unflushed = false;
            out.flush();
        } else if (granted > 0) {
            send();
        } else if (position < content.length()) {
            asked = true;
            download.ask(content.length() - position);
        } else {
            end();
            complete();
        }
    }

    private void send() throws IOException {
        long sent = wire.send(file, content, position, granted);
        position += sent;
        granted -= sent;
        if (sent == 0) {
            copy();
        }
    }

    private void copy() throws IOException {
        ByteBuffer buffer = buffers.take();
        try {
            buffer.limit(wire.toStream(granted, buffer.capacity()));
            if (!read(buffer)) {
                breakOff();
                return;
            }
            position += buffer.limit();
            granted -= buffer.limit();
            unflushed = true;
            out.write(buffer.flip());
        } finally {
            buffers.giveBack(buffer);
        }
    }

    /** False when the file does not give what was promised: then the body must end short, never with other bytes. */
    private boolean read(ByteBuffer buffer) {
        try {
            file.read(buffer, content, position);
            return true;
        } catch (IOException e) {
            return false;
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
            breakOff();
        }
    }

    synchronized boolean isDone() {
        return done;
    }

    /** The client has left, and nobody noticed by writing. */
    synchronized void gone() {
        if (!done) {
            breakOff();
        }
    }

    /** Has the controller throw, which closes the connection: the next response must not become the rest of this one. */
    private void breakOff() {
        end();
        context.dispatch();
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
        end();
        complete();
    }
}
