package dev.weir.reactive.tuned;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.reactive.tuned.netty.BodyWriter;
import dev.weir.reactive.web.Exchange;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /files/**}, the downloads, as a chain of {@code Mono}s.
 *
 * <p>Runs on the connection's event loop, which admits the client and sends the body. A {@code weir-file} thread opens
 * the file and sets the header fields. If the file is in memory and the request has no {@code Range}, the event loop
 * sets the header fields, and no {@code weir-file} thread is used. Blocks no thread while it waits for the throttle or
 * the client. When the client leaves, Reactor Netty cancels the chain. This closes the file and releases the client's
 * download slot ({@link Admission}).
 */
@RestController
class DownloadController {
    private final Callers callers;
    private final CatalogFiles catalog;
    private final BodyWriter bodies;

    DownloadController(Callers callers, CatalogFiles catalog, BodyWriter bodies) {
        this.callers = callers;
        this.catalog = catalog;
        this.bodies = bodies;
    }

    @GetMapping("/files/{*path}")
    Mono<Void> download(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        return Mono.using(() -> enter(exchange), admission -> open(exchange, admission), Admission::leave);
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the file
    private Mono<Void> open(Exchange exchange, Admission admission) {
        return catalog.open(exchange, file -> answer(exchange, admission, file));
    }

    // write the response
    private Mono<Void> answer(Exchange exchange, Admission admission, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, exchange.rawQuery(), file);
        exchange.answer(callers.fields(admission));
        exchange.answer(plan.status(), plan.fields());
        return bodies.write(exchange, admission, file, plan);
    }
}
