package dev.weir.reactive.tuned.netty;

import dev.weir.clients.Admission;
import dev.weir.listing.Listing;
import dev.weir.listing.ListingPlan;
import dev.weir.listing.Listings;
import dev.weir.reactive.netty.Outflow;
import dev.weir.reactive.web.Exchange;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.function.Function;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Opens lists of files and writes them in blocks. A {@code weir-file} thread reads the next block while the previous
 * block is sent. Thread-safe.
 */
@Component
public class ListingWriter {
    private final Listings listings;
    private final Scheduler fileThreads;

    ListingWriter(Listings listings, Scheduler fileThreads) {
        this.listings = listings;
        this.fileThreads = fileThreads;
    }

    /** Opens a list, passes it to {@code answer}, and closes it when the returned {@code Mono} ends or is cancelled. */
    public Mono<Void> open(Exchange exchange, Admission admission, Function<Listing, Mono<Void>> answer) {
        ListingPlan plan = ListingPlan.of(exchange.method(), exchange.path(), exchange.field("Accept"));
        return Mono.using(
                        () -> listings.open(
                                plan,
                                admission.rights().readFolders(),
                                admission.client().name()),
                        answer,
                        Listing::close)
                .subscribeOn(fileThreads);
    }

    /** Writes the list. The {@code Mono} completes when the kernel has accepted the last block. */
    public Mono<Void> write(Exchange exchange, Admission admission, Listing listing) {
        if (exchange.method().equals("HEAD")) {
            return exchange.response().setComplete();
        }
        Flux<byte[]> blocks = Flux.<byte[]>generate(sink -> next(listing, sink))
                .subscribeOn(fileThreads)
                .doOnComplete(admission::leave);
        return write(exchange.response(), admission, blocks);
    }

    /** Writes one block after another. WebFlux's {@code writeWith} would read 128 blocks ahead of the client. */
    private static Mono<Void> write(ServerHttpResponse response, Admission admission, Flux<byte[]> blocks) {
        Channel channel = Outflow.channel(response);
        return Mono.using(
                () -> Outflow.endWithKey(response, admission),
                _ -> Outflow.write(
                        response,
                        () -> blocks.concatMap(block -> write(channel, block), 1)
                                .then()),
                Runnable::run);
    }

    /**
     * Writes a block. The {@code Mono} completes when the kernel has accepted the block. If the write fails, Reactor
     * Netty cancels the {@code Mono}.
     */
    private static Mono<Void> write(Channel channel, byte[] block) {
        return Mono.create(sink -> channel.writeAndFlush(Unpooled.wrappedBuffer(block))
                .addListener(written -> {
                    if (written.isSuccess()) {
                        sink.success();
                    }
                }));
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
