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
     * Size of a buffer in bytes. Reactor Netty demands 128 buffers before the socket accepts them, so a stalled client
     * occupies 128 buffers. Small buffers limit that memory.
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
     * Answers with the content of the plan. The end of the exchange cancels the body. The body then gives unused
     * granted bytes back to the throttle. If the body is empty, this method closes the admission immediately.
     *
     * <p>The controller has set the plan's fields on the response, and the entity contains none. If the entity
     * contained {@code ETag} and {@code Last-Modified}, Spring would evaluate the preconditions a second time.
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
     * Creates the body. The body begins with an empty buffer, because Spring sends status and fields together with the
     * first buffer. Otherwise they would wait for the first grant.
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
