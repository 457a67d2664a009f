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
 * cancelled, and {@link Place} closes the file and lets the client leave the table.
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
        ServerHttpRequest request = exchange.getRequest();
        return Mono.defer(() -> {
            Admission admission = enter(request);
            return Mono.using(
                    () -> new Place(admission::leave), place -> open(exchange, admission, place), Place::leave, false);
        });
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
        DownloadPlan plan =
                DownloadPlan.of(request.getMethod().name(), name -> RequestFields.value(request, name), file.file());
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(plan.status());
        plan.fields().forEach((name, value) -> answer.header(name, value));
        callers.fields(admission.client()).forEach((name, value) -> answer.header(name, value));
        file.prefetch(plan.content().fileOffset());
        if (plan.content().length() == 0) {
            admission.leave();
            return answer.build();
        }
        return answer.body(place.during(bodies.write(exchange.getResponse().bufferFactory(), admission, file, plan)));
    }
}
