package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.listing.Listing;
import dev.weir.listing.ListingPlan;
import dev.weir.listing.Listings;
import dev.weir.reactive.web.Exchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Opens lists of files, and creates response bodies from them. When Reactor Netty requests more buffers, a virtual
 * thread reads the next block of the list. Thread-safe.
 */
@Component
class ListingWriter {
    private final Listings listings;
    private final Scheduler fileThreads;

    ListingWriter(Listings listings, Scheduler fileThreads) {
        this.listings = listings;
        this.fileThreads = fileThreads;
    }

    /** Opens the list of files and passes it to {@code answer}. The end of the HTTP exchange closes the list. */
    Mono<ResponseEntity<Flux<DataBuffer>>> open(
            Exchange exchange, Admission admission, Function<Listing, Mono<ResponseEntity<Flux<DataBuffer>>>> answer) {
        ListingPlan plan = ListingPlan.of(exchange.method(), exchange.path(), exchange.field("Accept"));
        return ExchangeResources.of(exchange)
                .using(
                        () -> listings.open(
                                plan,
                                admission.rights().readFolders(),
                                admission.client().name()),
                        answer)
                .subscribeOn(fileThreads);
    }

    /** Creates the response whose body is the list of files. The end of the HTTP exchange cancels the body. */
    Mono<ResponseEntity<Flux<DataBuffer>>> write(Exchange exchange, Admission admission, Listing listing) {
        DataBufferFactory buffers = exchange.response().bufferFactory();
        Flux<DataBuffer> list = Flux.<byte[]>generate(sink -> next(listing, sink))
                .flatMapIterable(block -> pieces(block, buffers), 1)
                .subscribeOn(fileThreads)
                .doOnComplete(admission::leave);
        boolean head = exchange.method().equals("HEAD");
        return Mono.just(ResponseEntity.ok().body(ExchangeResources.of(exchange).during(head ? Flux.empty() : list)));
    }

    private static List<DataBuffer> pieces(byte[] block, DataBufferFactory buffers) {
        List<DataBuffer> pieces = new ArrayList<>();
        for (int at = 0; at < block.length; at += BodyWriter.BUFFER_BYTES) {
            int bytes = Math.min(BodyWriter.BUFFER_BYTES, block.length - at);
            pieces.add(buffers.wrap(ByteBuffer.wrap(block, at, bytes)));
        }
        return pieces;
    }

    private static void next(Listing listing, SynchronousSink<byte[]> sink) {
        byte[] block = listing.next();
        if (block == null) {
            sink.complete();
        } else {
            sink.next(block);
        }
    }
}
