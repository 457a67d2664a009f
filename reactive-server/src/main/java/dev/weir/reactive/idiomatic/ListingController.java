package dev.weir.reactive.idiomatic;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.reactive.web.RequestFields;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
 * Lists the files as a {@code Flux} of buffers. A thread named {@code weir-file} reads a block of the list when Reactor
 * Netty demands more. The connection's {@code StalledAnswer} cuts off a client that does not read.
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
        Place place = Place.of(exchange);
        return Mono.fromSupplier(() -> place.keep(enter(request), Admission::leave))
                .map(admission -> write(request, exchange.getResponse(), admission, place));
    }

    private Admission enter(ServerHttpRequest request) {
        return callers.download(name -> RequestFields.value(request, name), RequestFields.remote(request));
    }

    private ResponseEntity<Flux<DataBuffer>> write(
            ServerHttpRequest request, ServerHttpResponse response, Admission admission, Place place) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).header("Cache-Control", "no-cache");
        callers.fields(admission.client()).forEach((name, value) -> answer.header(name, value));
        DataBufferFactory buffers = response.bufferFactory();
        // The generator closes the listing itself, so never while it reads; and nothing of it is done on an event loop.
        Flux<DataBuffer> list = Flux.generate(catalog::list, ListingController::next, Listing::close)
                .flatMapIterable(block -> pieces(block, buffers), 1)
                .subscribeOn(fileOpeners)
                .cancelOn(fileOpeners)
                .doOnComplete(admission::leave)
                .onErrorMap(RejectedExecutionException.class, e -> new RefusedException(Problem.OVERLOADED));
        boolean head = request.getMethod().equals(HttpMethod.HEAD); // which only has to know whether there is a list
        return answer.body(place.during(head ? list.take(1) : list));
    }

    private static List<DataBuffer> pieces(byte[] block, DataBufferFactory buffers) {
        List<DataBuffer> pieces = new ArrayList<>();
        for (int at = 0; at < block.length; at += BodyWriter.BUFFER_BYTES) {
            int bytes = Math.min(BodyWriter.BUFFER_BYTES, block.length - at);
            pieces.add(buffers.wrap(ByteBuffer.wrap(block, at, bytes)));
        }
        return pieces;
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
