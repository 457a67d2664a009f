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
 * Serves {@code /files/**} as a chain of {@code Mono}s.
 *
 * <p>Which thread: the connection's event loop, and for a file that is not in memory one of {@code weir-file}. Waited
 * for without a thread: the file, and whatever {@link BodyWriter} waits for. The client leaves: the chain is cancelled,
 * which closes the file and lets the client leave the table, in the order of the {@code using}s.
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

    // who
    private Admission enter(Exchange exchange) {
        return callers.download(exchange::field, exchange.remote());
    }

    // which file
    private Mono<Void> open(Exchange exchange, Admission admission) {
        return catalog.open(exchange, file -> answer(exchange, admission, file));
    }

    // what is answered
    private Mono<Void> answer(Exchange exchange, Admission admission, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, file);
        exchange.answer(plan.status(), plan.fields());
        exchange.answer(callers.fields(admission.client()));
        return bodies.write(exchange, admission, file, plan);
    }
}
