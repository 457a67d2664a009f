package dev.weir.reactive.idiomatic;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.reactive.web.Exchange;
import dev.weir.throttle.Throttle;
import java.util.concurrent.ExecutorService;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Creates the response bodies of downloads. Thread-safe. */
@Component
class BodyWriter {
    /**
     * The size of a buffer in bytes. The size is small, because Reactor Netty requests 128 buffers before the socket
     * accepts the first one. All these buffers occupy memory while a client does not read.
     */
    static final int BUFFER_BYTES = 4 * 1024;

    private final Throttle throttle;
    private final Scheduler fileReaders;

    BodyWriter(Throttle throttle, ExecutorService fileOpeners) {
        this.throttle = throttle;
        this.fileReaders = Schedulers.fromExecutor(
                task -> fileOpeners.execute(
                        task), // as a lambda, since Reactor interrupts the tasks of an ExecutorService
                true); // runs the tasks of one worker one after another
    }

    /**
     * Creates the response to a download. The end of the HTTP exchange cancels the body. The body then gives granted
     * but unwritten bytes back to the throttle.
     *
     * <p>The {@code ResponseEntity} contains no header fields. Otherwise Spring would evaluate {@code ETag} and
     * {@code Last-Modified} a second time.
     */
    Mono<ResponseEntity<Flux<DataBuffer>>> write(
            Exchange exchange, Admission admission, OpenFile file, DownloadPlan plan) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(plan.status());
        if (plan.content().length() == 0) {
            admission.leave();
            return Mono.just(answer.build());
        }
        file.prefetch(plan.content().fileOffset());
        Flux<DataBuffer> body = body(exchange.response().bufferFactory(), admission, file, plan);
        return Mono.just(answer.body(ExchangeResources.of(exchange).during(body)));
    }

    /** Creates the body. Its first buffer is empty, so that Spring sends the status and the header fields at once. */
    private Flux<DataBuffer> body(DataBufferFactory buffers, Admission admission, OpenFile file, DownloadPlan plan) {
        return Flux.<DataBuffer>create(
                        sink -> new ThrottledBody(
                                        throttle, admission, fileReaders.createWorker(), buffers, file, plan, sink)
                                .begin(),
                        OverflowStrategy.ERROR)
                .startWith(buffers.wrap(new byte[0]));
    }
}
