package dev.weir.servlet.idiomatic.async;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.web.LongAnswer;
import dev.weir.throttle.Download;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Sends one download to an emitter at a limited rate. The throttle repeatedly grants a number of bytes to send.
 *
 * <p>A thread of the task executor writes the granted bytes. The write blocks the thread until the client reads. No
 * thread waits for a grant. When the client leaves, the next write fails.
 */
final class ThrottledBody implements EmitterStart.EmitterUser {
    /** Maximum number of bytes to read from the file for one write. */
    private static final int PIECE_BYTES = 64 * 1024;

    private final ResponseBodyEmitter emitter = new ResponseBodyEmitter();
    private final OpenFile file;
    private final Content content;
    private final Executor threads;
    private final Admission admission;
    private final Download download;
    private final Runnable release;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Unregisters the callback that runs when the server cuts the download off. Does nothing before {@link #start}. */
    private volatile Runnable known = () -> {};

    /** Number of body bytes counted as sent so far. Only one thread at a time uses this field. */
    private long position;

    /**
     * @param open opens the download at the throttle. Its argument is a callback to which the throttle passes the
     *     number of bytes that may be sent next
     * @param release runs once when the body has ended. Closes the file and ends the admission
     */
    ThrottledBody(
            OpenFile file,
            Content content,
            Executor threads,
            Admission admission,
            Function<LongConsumer, Download> open,
            Runnable release) {
        this.file = file;
        this.content = content;
        this.threads = threads;
        this.admission = admission;
        this.download = open.apply(this::granted);
        this.release = release;
        emitter.onCompletion(() -> end(0));
    }

    ResponseBodyEmitter emitter() {
        return emitter;
    }

    @Override
    public void start() {
        known = admission.onCutOff(Runnable::run, this::cutOff);
        if (ended.get()) {
            known.run();
            return;
        }
        try {
            send(new byte[0]); // status and fields do not wait for a grant
            ask();
        } catch (IOException e) {
            end(0); // the client has left, and the container ends the request
        } catch (RuntimeException e) {
            fail(0, e);
        }
    }

    @Override
    public void abandon() {
        end(0);
    }

    private void granted(long bytes) {
        try {
            threads.execute(() -> write(bytes));
        } catch (RejectedExecutionException e) {
            fail(bytes, e); // the queue of the threads is full, or the server has stopped
        }
    }

    private void write(long granted) {
        long left = granted;
        try {
            while (left > 0 && !ended.get()) {
                byte[] piece = read(admission.next(content.length() - position, left));
                take(piece.length);
                left -= piece.length;
                send(piece);
            }
        } catch (BrokenFileException e) {
            fail(left, e); // so the client detects an incomplete body
            return;
        } catch (IOException e) {
            end(left); // the client has left, and the container ends the request
            return;
        } catch (RuntimeException e) {
            fail(left, e);
            return;
        }
        proceed(left);
    }

    /** Counts bytes as written. Call it before the write, because a failed write does not tell how many were sent. */
    private void take(int bytes) {
        download.wrote(bytes);
        position += bytes;
    }

    private void proceed(long left) {
        if (ended.get()) {
            end(left);
        } else if (position < content.length()) {
            ask();
        } else {
            end(0);
            emitter.complete();
        }
    }

    private void ask() {
        download.ask(content.length() - position);
        if (ended.get()) { // the body may have ended just before it asked, and the grant would be lost
            download.close(0);
        }
    }

    /**
     * Ends the body, and completes the response with an error. Gives the {@code unwritten} bytes of the last grant back
     * to the throttle.
     */
    private void fail(long unwritten, Exception cause) {
        end(unwritten);
        try {
            emitter.completeWithError(cause);
        } catch (IllegalStateException e) {
            // The container has already ended the request, because a blocked write has failed.
        }
    }

    /**
     * Ends the body early. If a write waits for the client, this method blocks until the write has ended. Do not call
     * this method on the threads of the task executor, because they must stay free for other downloads.
     */
    private void cutOff() {
        fail(0, LongAnswer.cutOff());
    }

    private byte[] read(long bytes) throws BrokenFileException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(bytes, PIECE_BYTES));
        file.read(piece, content, position);
        file.verify();
        return piece.array();
    }

    private void send(byte[] bytes) throws IOException {
        emitter.send(bytes, MediaType.APPLICATION_OCTET_STREAM);
    }

    /**
     * Gives {@code unwritten} bytes back to the throttle. The first call also closes the file and ends the admission.
     */
    private void end(long unwritten) {
        download.close(unwritten);
        if (ended.compareAndSet(false, true)) {
            known.run();
            release.run();
        }
    }
}
