package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.reactive.netty.Outflow;
import dev.weir.reactive.web.Exchange;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Writes the list of files in blocks. A {@code weir-file} thread reads the next block while the previous block is sent.
 * Thread-safe.
 */
@Component
public class ListingWriter {
    private final FileCatalog catalog;
    private final Scheduler fileThreads;

    ListingWriter(FileCatalog catalog, Scheduler fileThreads) {
        this.catalog = catalog;
        this.fileThreads = fileThreads;
    }

    /**
     * Answers with the list of files. The {@code Mono} completes when the kernel has accepted the last block. If it is
     * cancelled, the listing is closed.
     */
    public Mono<Void> write(Exchange exchange, Admission admission) {
        // The generator closes the listing itself, so it never closes it during a read. It runs only on file threads.
        Flux<byte[]> list = Flux.generate(
                        () -> catalog.list(admission.rights().readFolders()), ListingWriter::next, Listing::close)
                .subscribeOn(fileThreads)
                .cancelOn(fileThreads)
                .doOnComplete(admission::leave);
        // If the first block cannot be read, the server still answers with a problem (RFC 9457).
        return list.switchOnFirst((first, blocks) -> {
                    if (first.isOnError()) {
                        return blocks.then();
                    }
                    return exchange.method().equals("HEAD")
                            ? exchange.response().setComplete()
                            : write(exchange.response(), admission, blocks);
                })
                .then();
    }

    /** Writes one block after the other. WebFlux's {@code writeWith} would read 128 blocks ahead of the client. */
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
     * Writes a block. The {@code Mono} completes when the kernel has accepted the block. If the write fails, the
     * {@code Mono} never ends by itself. Reactor Netty cancels it.
     */
    private static Mono<Void> write(Channel channel, byte[] block) {
        return Mono.create(sink -> channel.writeAndFlush(Unpooled.wrappedBuffer(block))
                .addListener(written -> {
                    if (written.isSuccess()) {
                        sink.success();
                    }
                }));
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
