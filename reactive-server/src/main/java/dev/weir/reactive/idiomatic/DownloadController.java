package dev.weir.reactive.idiomatic;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.reactive.web.Exchange;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Serves {@code /files/**} as a {@code Flux} of buffers in a {@code ResponseEntity}.
 *
 * <p>Which thread: the connection's event loop, and for the file system one of {@code weir-file}. Waited for
 * without a thread: the file, the grant, and the demand of Reactor Netty. The client leaves: the chain or the body is
 * cancelled, and {@link PlaceFilter} closes the file and lets the client leave the table.
 */
@RestController
class DownloadController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final BodyWriter bodies;
    private final Scheduler fileThreads;

    DownloadController(Callers callers, FileCatalog catalog, BodyWriter bodies, Scheduler fileThreads) {
        this.callers = callers;
        this.catalog = catalog;
        this.bodies = bodies;
        this.fileThreads = fileThreads;
    }

    @GetMapping("/files/{*path}")
    Mono<ResponseEntity<Flux<DataBuffer>>> download(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        Place place = Place.of(web);
        return Mono.fromSupplier(() -> place.keep(enter(exchange), Admission::leave))
                .flatMap(admission -> open(exchange, admission, place))
                .doOnError(refusal -> place.giveBack()); // before it is sent
    }

    // who
    private Admission enter(Exchange exchange) {
        return callers.download(exchange::field, exchange.remote());
    }

    // which file
    private Mono<ResponseEntity<Flux<DataBuffer>>> open(Exchange exchange, Admission admission, Place place) {
        return Mono.fromCallable(() -> place.keep(catalog.open(exchange.path()), OpenFile::close))
                .map(file -> answer(exchange, admission, place, file))
                .subscribeOn(fileThreads);
    }

    // what is answered
    private ResponseEntity<Flux<DataBuffer>> answer(
            Exchange exchange, Admission admission, Place place, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, file.file());
        // Spring would decide a second time whether the preconditions hold, if it saw ETag and Last-Modified in the
        // entity.
        exchange.answer(plan.status(), plan.fields());
        exchange.answer(callers.fields(admission.client()));
        file.prefetch(plan.content().fileOffset());
        if (plan.content().length() == 0) {
            admission.leave();
            return ResponseEntity.status(plan.status()).build();
        }
        return ResponseEntity.status(plan.status())
                .body(place.during(bodies.write(exchange.response().bufferFactory(), admission, file, plan)));
    }
}
