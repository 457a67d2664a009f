package dev.weir.reactive.idiomatic;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.reactive.web.Exchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Lists the files as a {@code Flux} of buffers. A thread named {@code weir-file} reads a block of the list when Reactor
 * Netty demands more. The connection's {@code StalledAnswer} cuts off a client that does not read.
 */
@RestController
class ListingController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final Scheduler fileThreads;

    ListingController(Callers callers, FileCatalog catalog, Scheduler fileThreads) {
        this.callers = callers;
        this.catalog = catalog;
        this.fileThreads = fileThreads;
    }

    @GetMapping("/files")
    Mono<ResponseEntity<Flux<DataBuffer>>> list(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Place place = Place.of(web);
        return Mono.fromSupplier(() -> place.keep(enter(exchange), Admission::leave))
                .map(admission -> answer(exchange, admission, place));
    }

    // who
    private Admission enter(Exchange exchange) {
        return callers.download(exchange::field, exchange.remote());
    }

    // what is answered
    private ResponseEntity<Flux<DataBuffer>> answer(Exchange exchange, Admission admission, Place place) {
        exchange.answer(200, Listing.FIELDS);
        exchange.answer(callers.fields(admission.client()));
        DataBufferFactory buffers = exchange.response().bufferFactory();
        // The generator closes the listing itself, so never while it reads; and nothing of it is done on an event loop.
        Flux<DataBuffer> list = Flux.generate(catalog::list, ListingController::next, Listing::close)
                .flatMapIterable(block -> pieces(block, buffers), 1)
                .subscribeOn(fileThreads)
                .cancelOn(fileThreads)
                .doOnComplete(admission::leave);
        boolean head = exchange.method().equals("HEAD"); // which only has to know whether there is a list
        return ResponseEntity.ok().body(place.during(head ? list.take(1) : list));
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
