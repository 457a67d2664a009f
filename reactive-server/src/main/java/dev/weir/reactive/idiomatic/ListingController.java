package dev.weir.reactive.idiomatic;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.listing.Listing;
import dev.weir.reactive.web.Exchange;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /files}, the list of all files, and {@code /files/.../}, the list of one folder, as a {@code Flux} of
 * buffers in a {@code ResponseEntity}. {@link dev.weir.reactive.web.FolderPaths} maps the folders to this controller.
 *
 * <p>Runs on the connection's event loop, and on a virtual thread that reads the folders. Blocks no thread while it
 * waits for the client. When the client leaves, {@link ExchangeResourcesFilter} cancels the body, closes the list, and
 * releases the client's download slot ({@link Admission}).
 */
@RestController("listingController")
class ListingController {
    private final Callers callers;
    private final ListingWriter lists;

    ListingController(Callers callers, ListingWriter lists) {
        this.callers = callers;
        this.lists = lists;
    }

    @GetMapping("/files")
    Mono<ResponseEntity<Flux<DataBuffer>>> list(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        return ExchangeResources.of(exchange).using(() -> enter(exchange), admission -> open(exchange, admission));
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the folder
    private Mono<ResponseEntity<Flux<DataBuffer>>> open(Exchange exchange, Admission admission) {
        return lists.open(exchange, admission, listing -> answer(exchange, admission, listing));
    }

    // write the response
    private Mono<ResponseEntity<Flux<DataBuffer>>> answer(Exchange exchange, Admission admission, Listing listing) {
        exchange.answer(callers.fields(admission));
        exchange.answer(200, listing.fields());
        return lists.write(exchange, admission, listing);
    }
}
