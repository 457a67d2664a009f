package dev.weir.reactive;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.throttle.Admission;
import dev.weir.throttle.Callers;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
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
 * Lists the files; one of {@code weir-file} reads them, as far ahead as the connection asks. {@link StalledAnswer} cuts off
 * who does not read.
 */
@RestController
class ListingController {
    private static final int BLOCKS_AHEAD = 4;

    private final Callers callers;
    private final FileCatalog catalog;
    private final Scheduler fileOpeners;

    ListingController(Callers callers, FileCatalog catalog, ExecutorService fileOpeners) {
        this.callers = callers;
        this.catalog = catalog;
        this.fileOpeners = Schedulers.fromExecutor(task -> fileOpeners.execute(task));
    }

    @GetMapping("/files")
    Mono<Void> list(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        InetSocketAddress remote = Objects.requireNonNull(request.getRemoteAddress());
        return Mono.using(
                () -> callers.download(name -> DownloadController.field(request, name), remote.getAddress()),
                admission -> write(exchange.getResponse(), admission),
                Admission::leave);
    }

    private Mono<Void> write(ServerHttpResponse response, Admission admission) {
        response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        response.getHeaders().setCacheControl("no-cache");
        callers.fields(admission.client()).forEach(response.getHeaders()::set);
        // The generator closes the listing itself, so never while it reads; and nothing of it is done on an event loop.
        Flux<DataBuffer> blocks = Flux.generate(catalog::list, ListingController::next, Listing::close)
                .map(response.bufferFactory()::wrap)
                .subscribeOn(fileOpeners)
                .cancelOn(fileOpeners)
                .limitRate(BLOCKS_AHEAD);
        return response.writeWith(blocks.doOnComplete(admission::leave));
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
