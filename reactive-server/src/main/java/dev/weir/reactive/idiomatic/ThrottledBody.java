package dev.weir.reactive.idiomatic;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Scheduler;

/**
 * Emits the content of one response. The throttle limits the number of bytes, and the subscriber's demand limits the
 * number of buffers.
 *
 * <p>Runs on a virtual thread, which may block while it reads a file. Blocks no thread while it waits for the throttle
 * or the subscriber. When the client leaves, Reactor Netty cancels the subscription, which ends the download.
 *
 * <p>Reactor Netty requests buffers before the socket accepts the previous ones. So a client that does not read still
 * takes bandwidth for these buffers.
 */
final class ThrottledBody {
    private final Admission admission;
    private final Scheduler.Worker worker;
    private final DataBufferFactory buffers;
    private final OpenFile file;
    private final Content content;
    private final FluxSink<DataBuffer> sink;
    private final Download download;

    // The fields below are confined to the worker.
    private long position;
    /** How many of the granted bytes are not emitted yet. The buffer {@link #read} holds these bytes. */
    private int granted;

    private ByteBuffer read = ByteBuffer.allocate(0);
    private boolean asked;
    private boolean done;

    /** @param worker runs its tasks one after another */
    ThrottledBody(
            Throttle throttle,
            Admission admission,
            Scheduler.Worker worker,
            DataBufferFactory buffers,
            OpenFile file,
            DownloadPlan plan,
            FluxSink<DataBuffer> sink) {
        this.admission = admission;
        this.worker = worker;
        this.buffers = buffers;
        this.file = file;
        this.content = plan.content();
        this.sink = sink;
        this.download = throttle.open(admission.client().share(), this::onWorker, this::granted);
    }

    void begin() {
        sink.onDispose(() -> onWorker(this::end));
        sink.onRequest(more -> onWorker(this::next));
    }

    private void next() {
        while (!done && !sink.isCancelled() && granted > 0 && sink.requestedFromDownstream() > 0) {
            emit((int) admission.next(content.length() - position, Math.min(granted, BodyWriter.BUFFER_BYTES)));
        }
        if (!done && !asked && granted == 0 && sink.requestedFromDownstream() > 0) {
            asked = true;
            download.ask(content.length() - position);
        }
    }

    private void granted(long bytes) {
        asked = false;
        granted = (int) bytes;
        if (sink.isCancelled()) { // the client left before the grant came
            end();
            return;
        }
        read = ByteBuffer.allocate(granted);
        try {
            file.read(read, content, position);
            file.verify();
        } catch (BrokenFileException e) {
            fail(e);
            return;
        }
        read.flip();
        next();
    }

    private void emit(int bytes) {
        ByteBuffer piece = read.slice(read.position(), bytes);
        read.position(read.position() + bytes);
        position += bytes;
        granted -= bytes;
        download.wrote(bytes); // Reactor Netty does not report whether the bytes are sent
        sink.next(buffers.wrap(piece));
        if (position == content.length()) {
            end();
            sink.complete();
        }
    }

    private void fail(BrokenFileException cause) {
        end();
        if (!sink.isCancelled()) { // if cancelled, the client has left and the file is closed
            sink.error(cause);
        }
    }

    private void end() {
        if (!done) {
            done = true;
            download.close(granted);
        }
    }

    private void onWorker(Runnable task) {
        try {
            worker.schedule(task);
        } catch (RejectedExecutionException e) {
            // The server has stopped, and has closed the connection.
        }
    }
}
