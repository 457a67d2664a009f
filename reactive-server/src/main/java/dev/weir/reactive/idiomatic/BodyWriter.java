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

/** Writes the bodies of downloads. Thread-safe. */
@Component
class BodyWriter {
    /**
     * Size of a buffer in bytes. It is small, because Reactor Netty demands 128 buffers before the socket accepts the
     * first of them. A stalled client occupies these buffers.
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
     * Answers with the content of the plan. The end of the exchange cancels the body and gives unused grants back to
     * the throttle.
     *
     * <p>The {@code ResponseEntity} contains no header fields, because Spring would evaluate {@code ETag} and {@code
     * Last-Modified} a second time.
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

    /**
     * Creates the body. It begins with an empty buffer, so that Spring sends status and fields before the first grant.
     */
    private Flux<DataBuffer> body(DataBufferFactory buffers, Admission admission, OpenFile file, DownloadPlan plan) {
        return Flux.<DataBuffer>create(
                        sink -> new ThrottledBody(
                                        throttle, admission, fileReaders.createWorker(), buffers, file, plan, sink)
                                .begin(),
                        OverflowStrategy.ERROR)
                .startWith(buffers.wrap(new byte[0]));
    }
}
