package dev.weir.reactive.idiomatic;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.Throttle;
import java.util.concurrent.ExecutorService;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Makes the bodies of downloads. Thread-safe: any thread may call it, and subscribe. */
@Component
class BodyWriter {
    /** Small: Reactor Netty demands 128 buffers more than the socket takes, so they bound what a stalled client holds. */
    static final int BUFFER_BYTES = 4 * 1024;

    private final Throttle throttle;
    private final Scheduler fileReaders;

    BodyWriter(Throttle throttle, ExecutorService fileOpeners) {
        this.throttle = throttle;
        this.fileReaders = Schedulers.fromExecutor(
                task -> fileOpeners.execute(task), // an ExecutorService as such would be interrupted
                true); // one task of a body after the other
    }

    /**
     * The bytes of the answer. Cancelled, it takes back what it waits for.
     *
     * <p>Spring sends status and fields with the first buffer, so that one is empty and waits for no grant.
     */
    Flux<DataBuffer> write(DataBufferFactory buffers, Admission admission, OpenFile file, DownloadPlan plan) {
        return Flux.<DataBuffer>create(
                        sink -> new ThrottledBody(
                                        throttle, admission, fileReaders.createWorker(), buffers, file, plan, sink)
                                .begin(),
                        OverflowStrategy.ERROR)
                .startWith(buffers.wrap(new byte[0]));
    }
}
