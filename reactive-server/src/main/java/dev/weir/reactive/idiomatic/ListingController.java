package dev.weir.reactive.idiomatic;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.RequestFields;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Lists the files. A thread named {@code weir-file} reads a block of the list for each that Reactor Netty demands, which
 * is up to 128 ahead of the socket.
 */
@RestController
class ListingController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final Scheduler fileOpeners;

    ListingController(Callers callers, FileCatalog catalog, ExecutorService fileOpeners) {
        this.callers = callers;
        this.catalog = catalog;
        this.fileOpeners = Schedulers.fromExecutor(task -> fileOpeners.execute(task));
    }

    @GetMapping("/files")
    Mono<ResponseEntity<Flux<DataBuffer>>> list(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return Mono.defer(() -> {
            Admission admission =
                    callers.download(name -> RequestFields.value(request, name), RequestFields.remote(request));
            return Mono.using(
                    () -> new Place(admission::leave),
                    place -> Mono.just(write(request, exchange.getResponse(), admission, place)),
                    Place::leave,
                    false);
        });
    }

    private ResponseEntity<Flux<DataBuffer>> write(
            ServerHttpRequest request, ServerHttpResponse response, Admission admission, Place place) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).header("Cache-Control", "no-cache");
        callers.fields(admission.client()).forEach((name, value) -> answer.header(name, value));
        if (request.getMethod().equals(HttpMethod.HEAD)) {
            return answer.build();
        }
        DataBufferFactory buffers = response.bufferFactory();
        // The generator closes the listing itself, so never while it reads; and nothing of it is done on an event loop.
        Flux<DataBuffer> list = Flux.generate(catalog::list, ListingController::next, Listing::close)
                .map(buffers::wrap)
                .subscribeOn(fileOpeners)
                .cancelOn(fileOpeners)
                .doOnComplete(admission::leave)
                .onErrorMap(RejectedExecutionException.class, e -> new RefusedException(Problem.OVERLOADED));
        return answer.body(place.during(list));
    }

    private static Listing next(Listing listing, SynchronousSink<byte[]> sink) {
        byte[] block = listing.next();
        if (block == null) {
            sink.complete();
        } else {
            sink.next(block);
        }
        return listing;
    }
}
