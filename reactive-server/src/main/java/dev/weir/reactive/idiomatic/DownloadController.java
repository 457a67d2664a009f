package dev.weir.reactive.idiomatic;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.RequestFields;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Serves {@code /files/**} as a {@code Flux} of buffers in a {@code ResponseEntity}.
 *
 * <p>Which thread: the connection's event loop, and for the file system one of {@code weir-file}. Waited for
 * without a thread: the file, the grant, and the demand of Reactor Netty. The client leaves: the chain or the body is
 * cancelled, and {@link PlaceFilter} closes the file and lets the client leave the table.
 */
@RestController
class DownloadController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final BodyWriter bodies;
    private final Scheduler fileOpeners;

    DownloadController(Callers callers, FileCatalog catalog, BodyWriter bodies, ExecutorService fileOpeners) {
        this.callers = callers;
        this.catalog = catalog;
        this.bodies = bodies;
        this.fileOpeners = Schedulers.fromExecutor(
                task -> fileOpeners.execute(task)); // an ExecutorService as such would be interrupted
    }

    @GetMapping("/files/{*path}")
    Mono<ResponseEntity<Flux<DataBuffer>>> download(ServerWebExchange exchange) {
        Place place = Place.of(exchange);
        return Mono.fromSupplier(() -> place.keep(enter(exchange.getRequest()), Admission::leave))
                .flatMap(admission -> open(exchange, admission, place))
                .doOnError(refusal -> place.giveBack()); // before it is sent
    }

    // who
    private Admission enter(ServerHttpRequest request) {
        return callers.download(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }

    // which file
    private Mono<ResponseEntity<Flux<DataBuffer>>> open(ServerWebExchange exchange, Admission admission, Place place) {
        String target = exchange.getRequest().getURI().getRawPath();
        return Mono.fromCallable(() -> place.keep(catalog.open(target), OpenFile::close))
                .map(file -> answer(exchange, admission, place, file))
                .subscribeOn(fileOpeners)
                .onErrorMap(RejectedExecutionException.class, e -> new RefusedException(Problem.OVERLOADED));
    }

    // what is answered
    private ResponseEntity<Flux<DataBuffer>> answer(
            ServerWebExchange exchange, Admission admission, Place place, OpenFile file) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        DownloadPlan plan =
                DownloadPlan.of(request.getMethod().name(), name -> RequestFields.value(request, name), file.file());
        // Spring would decide a second time whether the preconditions hold, if it saw ETag and Last-Modified in the
        // entity.
        plan.fields().forEach(response.getHeaders()::set);
        callers.fields(admission.client()).forEach(response.getHeaders()::set);
        file.prefetch(plan.content().fileOffset());
        if (plan.content().length() == 0) {
            admission.leave();
            return ResponseEntity.status(plan.status()).build();
        }
        return ResponseEntity.status(plan.status())
                .body(place.during(bodies.write(response.bufferFactory(), admission, file, plan)));
    }
}
