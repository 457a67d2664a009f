package dev.weir.reactive.idiomatic;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.reactive.web.Exchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Creates the response bodies that list the files. When Reactor Netty requests more, a virtual thread reads the next
 * block of the list. Thread-safe.
 */
@Component
class ListingWriter {
    private final FileCatalog catalog;
    private final Scheduler fileThreads;

    ListingWriter(FileCatalog catalog, Scheduler fileThreads) {
        this.catalog = catalog;
        this.fileThreads = fileThreads;
    }

    /** Creates the response with the list of files. The end of the exchange cancels the body. */
    Mono<ResponseEntity<Flux<DataBuffer>>> write(Exchange exchange, Admission admission) {
        DataBufferFactory buffers = exchange.response().bufferFactory();
        // The generator closes the listing itself, so it never closes it during a read. It runs only on file threads.
        Flux<DataBuffer> list = Flux.generate(
                        () -> catalog.list(admission.rights().readFolders()), ListingWriter::next, Listing::close)
                .flatMapIterable(block -> pieces(block, buffers), 1)
                .subscribeOn(fileThreads)
                .cancelOn(fileThreads)
                .doOnComplete(admission::leave);
        boolean head = exchange.method().equals("HEAD"); // HEAD reads one block, to learn whether listing fails
        return Mono.just(ResponseEntity.ok().body(ExchangeResources.of(exchange).during(head ? list.take(1) : list)));
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
