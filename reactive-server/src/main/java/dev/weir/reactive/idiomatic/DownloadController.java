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
 * Serves {@code /files/**}, the downloads, as a {@code Flux} of buffers in a {@code ResponseEntity}.
 *
 * <p>Runs on the connection's event loop, and on a virtual thread that opens and reads the file. Blocks no thread while
 * it waits for the throttle or the client. When the client leaves, {@link ExchangeResourcesFilter} closes the file and
 * releases the client's download slot ({@link Admission}).
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
        return ExchangeResources.of(exchange).using(() -> enter(exchange), admission -> open(exchange, admission));
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the file
    private Mono<ResponseEntity<Flux<DataBuffer>>> open(Exchange exchange, Admission admission) {
        return ExchangeResources.of(exchange)
                .using(() -> catalog.open(exchange.path()), file -> answer(exchange, admission, file))
                .subscribeOn(fileThreads);
    }

    // write the response
    private Mono<ResponseEntity<Flux<DataBuffer>>> answer(Exchange exchange, Admission admission, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, exchange.rawQuery(), file);
        exchange.answer(callers.fields(admission));
        exchange.answer(plan.status(), plan.fields());
        return bodies.write(exchange, admission, file, plan);
    }
}
