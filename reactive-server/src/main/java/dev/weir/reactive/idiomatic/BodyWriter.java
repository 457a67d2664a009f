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

/** Writes the bodies of downloads. Thread-safe: any thread may call it, and any thread may subscribe. */
@Component
class BodyWriter {
    /**
     * Bytes of a buffer. Reactor Netty demands 128 buffers ahead of the socket, so a stalled client holds that many.
     * Small buffers keep that sum small.
     */
    static final int BUFFER_BYTES = 4 * 1024;

    private final Throttle throttle;
    private final Scheduler fileReaders;

    BodyWriter(Throttle throttle, ExecutorService fileOpeners) {
        this.throttle = throttle;
        this.fileReaders = Schedulers.fromExecutor(
                task -> fileOpeners.execute(
                        task), // as a lambda, since Reactor interrupts the tasks of an ExecutorService
                true); // the tasks of one worker run one after another
    }

    /**
     * Answers with the content of the plan. The end of the exchange cancels the body, which gives back what it was
     * granted. An empty body lets the admission leave at once.
     *
     * <p>The controller has set the plan's fields on the response, and the entity has none. If Spring found {@code
     * ETag} and {@code Last-Modified} in the entity, it would decide again whether the preconditions hold.
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

    /** Begins with an empty buffer: Spring sends status and fields with the first one, which would wait for a grant. */
    private Flux<DataBuffer> body(DataBufferFactory buffers, Admission admission, OpenFile file, DownloadPlan plan) {
        return Flux.<DataBuffer>create(
                        sink -> new ThrottledBody(
                                        throttle, admission, fileReaders.createWorker(), buffers, file, plan, sink)
                                .begin(),
                        OverflowStrategy.ERROR)
                .startWith(buffers.wrap(new byte[0]));
    }
}
