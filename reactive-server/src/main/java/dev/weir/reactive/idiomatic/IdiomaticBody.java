package dev.weir.reactive.idiomatic;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.Download;
import dev.weir.throttle.Throttle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The content of one response as WebFlux would have it written: a {@code Flux<DataBuffer>}, one a grant.
 *
 * <p>Which thread: grants come on one of {@code weir-file}, which reads the file. Waited
 * for without a thread: the grant. The client leaves: the flux is cancelled.
 *
 * <p>What is demanded is not what the socket has room for: Reactor Netty asks for up to 128 buffers ahead, so a stalled
 * client is granted these, and nobody knows which of them were written when it leaves. That is a part of what the
 * comparison shows; {@code tuned.netty.ThrottledBody} is what serves otherwise.
 */
public final class IdiomaticBody {
    private final Admission admission;
    private final OpenFile file;
    private final Download download;
    private final Content content;
    private long position;
    private volatile @Nullable MonoSink<Long> waiting;
    private volatile boolean ended;

    /** @param fileReaders runs the grants, and so the reads, which may wait for a disk */
    public IdiomaticBody(
            Throttle throttle, Admission admission, Executor fileReaders, OpenFile file, DownloadPlan plan) {
        this.admission = admission;
        this.file = file;
        this.content = plan.content();
        this.download = throttle.open(admission.client().share(), fileReaders, this::granted);
    }

    /** Completes when Reactor Netty has written the last buffer. To be subscribed to once; cancelled, it asks no more. */
    public Mono<Void> writeTo(ServerHttpResponse response) {
        Flux<DataBuffer> body = Mono.create(this::ask)
                .map(bytes -> read(response.bufferFactory(), bytes.intValue()))
                .repeat(() -> position < content.length())
                .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        Flux<Mono<DataBuffer>> flushed = body.map(Mono::just);
        // The empty one sends status and fields, which do not wait for a grant.
        return response.writeAndFlushWith(flushed.startWith(Mono.<DataBuffer>empty()))
                .doFinally(signal -> end());
    }

    private void ask(MonoSink<Long> sink) {
        waiting = sink;
        if (!ended) {
            download.ask(content.length() - position);
            if (ended) { // meanwhile, and its close may have had its turn before this ask
                download.close(0);
            }
        }
    }

    private void end() {
        ended = true;
        download.close(0);
    }

    private void granted(long bytes) {
        MonoSink<Long> sink = waiting;
        if (ended || sink == null) {
            download.close(bytes);
        } else {
            download.wrote(bytes); // what becomes of it is not told
            sink.success(bytes);
        }
    }

    private DataBuffer read(DataBufferFactory factory, int bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        try {
            file.verify();
            position += file.read(buffer, content, position);
            if (position == content.length()) {
                admission.leave(); // before the last byte can be read
            }
            return factory.wrap(buffer.flip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
