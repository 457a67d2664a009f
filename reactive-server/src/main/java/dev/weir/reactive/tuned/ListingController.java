package dev.weir.reactive.tuned;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.reactive.netty.Outflow;
import dev.weir.reactive.web.Exchange;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * Lists the files. A thread named {@code weir-file} reads a block of the list while the block before it is sent. The
 * connection's {@code StalledAnswer} cuts off a client that does not read.
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
    Mono<Void> list(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        return Mono.using(() -> enter(exchange), admission -> answer(exchange, admission), Admission::leave);
    }

    // who
    private Admission enter(Exchange exchange) {
        return callers.download(exchange::field, exchange.remote());
    }

    // what is answered
    private Mono<Void> answer(Exchange exchange, Admission admission) {
        exchange.answer(200, Listing.FIELDS);
        exchange.answer(callers.fields(admission.client()));
        // The generator closes the listing itself, so never while it reads; and nothing of it is done on an event loop.
        Flux<byte[]> list = Flux.generate(catalog::list, ListingController::next, Listing::close)
                .subscribeOn(fileThreads)
                .cancelOn(fileThreads)
                .doOnComplete(admission::leave);
        // Until the first block is there, the answer may become a problem.
        return list.switchOnFirst((first, blocks) -> {
                    if (first.isOnError()) {
                        return blocks.then();
                    }
                    return exchange.method().equals("HEAD")
                            ? exchange.response().setComplete()
                            : write(exchange.response(), blocks);
                })
                .then();
    }

    /** Writes one block at a time. WebFlux's {@code writeWith} would read 128 ahead even if the client does not read. */
    private static Mono<Void> write(ServerHttpResponse response, Flux<byte[]> blocks) {
        Channel channel = Outflow.channel(response);
        return Outflow.write(
                response,
                () -> blocks.concatMap(block -> write(channel, block), 1).then());
    }

    /** Completes when the kernel has the block, and never fails: if the client leaves, Reactor Netty cancels the body. */
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
