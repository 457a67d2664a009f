package dev.weir.servlet.idiomatic.blocking;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.servlet.web.LongAnswer;
import dev.weir.throttle.Download;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Writes one download at a limited rate. The throttle repeatedly grants a number of bytes to write.
 *
 * <p>Runs on the request's thread. Blocks that thread while it waits for a grant or for the client. When the client
 * leaves, the next write throws.
 */
final class ThrottledBody {
    /** Maximum number of bytes to read from the file for one write. */
    private static final int PIECE_BYTES = 64 * 1024;

    private final HttpServletResponse response;
    private final OpenFile file;
    private final Content content;
    private final Admission admission;
    private final Download download;
    /**
     * Passes the size in bytes of each grant of the throttle to the writing thread. Holds at most one grant, and also a
     * 0 if the server cuts the download off.
     */
    private final BlockingQueue<Long> grants = new LinkedBlockingQueue<>();

    private long position;
    /** Number of granted bytes that are not written yet. */
    private long left;
    /** Whether the body has ended. Guarded by this object's monitor. */
    private boolean ended;

    /** @param open opens the download. Its argument is a callback that receives how many bytes to write next */
    ThrottledBody(
            HttpServletResponse response,
            OpenFile file,
            Content content,
            Admission admission,
            Function<LongConsumer, Download> open) {
        this.response = response;
        this.file = file;
        this.content = content;
        this.admission = admission;
        this.download = open.apply(this::granted);
    }

    void write() throws IOException {
        Runnable known = admission.onCutOff(Runnable::run, this::cutOff);
        try {
            response.flushBuffer(); // status and fields do not wait for a grant
            OutputStream out = response.getOutputStream();
            while (position < content.length()) {
                awaitGrant();
                while (left > 0) {
                    step(out);
                }
                out.flush();
            }
        } finally {
            known.run();
            end();
        }
    }

    private void awaitGrant() throws IOException {
        download.ask(content.length() - position);
        try {
            left = grants.take();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("The server is stopping");
        }
        if (left == 0) {
            throw LongAnswer.cutOff(); // so that Tomcat closes the connection
        }
    }

    /** Counts some bytes as written, and then writes them. A failed write may have sent some, so all of them count. */
    private void step(OutputStream out) throws IOException {
        byte[] piece = read(admission.next(content.length() - position, left));
        download.wrote(piece.length);
        position += piece.length;
        left -= piece.length;
        out.write(piece);
    }

    private byte[] read(long bytes) throws BrokenFileException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(bytes, PIECE_BYTES));
        file.read(piece, content, position);
        file.verify();
        return piece.array();
    }

    private synchronized void granted(long bytes) {
        if (ended) {
            download.close(bytes); // the body has just ended
        } else {
            grants.add(bytes);
        }
    }

    /** Makes the writing thread end the body instead of waiting for another grant. */
    private synchronized void cutOff() {
        if (!ended) {
            grants.add(0L);
        }
    }

    private synchronized void end() {
        ended = true;
        long unread = grants.stream().mapToLong(Long::longValue).sum();
        grants.clear();
        download.close(left + unread);
    }
}
