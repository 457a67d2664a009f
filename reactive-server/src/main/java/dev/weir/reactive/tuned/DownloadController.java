package dev.weir.reactive.tuned;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.tuned.netty.BodyWriter;
import dev.weir.reactive.web.RequestFields;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Serves {@code /files/**} as a chain of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop, and for the file system one of {@code weir-file}. Waited for
 * without a thread: the file, and whatever {@link BodyWriter} waits for. The client leaves: the chain is cancelled,
 * which closes the file and lets the client leave the table, in the order of the {@code using}s.
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
    Mono<Void> download(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return Mono.using(() -> enter(request), admission -> open(exchange, admission), Admission::leave);
    }

    // who
    private Admission enter(ServerHttpRequest request) {
        InetSocketAddress remote = Objects.requireNonNull(request.getRemoteAddress());
        return callers.download(name -> RequestFields.value(request, name), remote.getAddress());
    }

    // which file
    private Mono<Void> open(ServerWebExchange exchange, Admission admission) {
        String target = exchange.getRequest().getURI().getRawPath();
        return Mono.using(() -> catalog.open(target), file -> answer(exchange, admission, file), OpenFile::close)
                .subscribeOn(fileOpeners)
                .onErrorMap(RejectedExecutionException.class, e -> new RefusedException(Problem.OVERLOADED));
    }

    // what is answered
    private Mono<Void> answer(ServerWebExchange exchange, Admission admission, OpenFile file) {
        ServerHttpRequest request = exchange.getRequest();
        ServerHttpResponse response = exchange.getResponse();
        DownloadPlan plan =
                DownloadPlan.of(request.getMethod().name(), name -> RequestFields.value(request, name), file.file());
        response.setRawStatusCode(plan.status());
        plan.fields().forEach(response.getHeaders()::set);
        callers.fields(admission.client()).forEach(response.getHeaders()::set);
        file.prefetch(plan.content().fileOffset());
        if (plan.content().length() == 0) {
            admission.leave();
            return response.setComplete();
        }
        return bodies.write(response, admission, file, plan);
    }
}
