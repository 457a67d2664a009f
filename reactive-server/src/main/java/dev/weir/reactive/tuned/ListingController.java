package dev.weir.reactive.tuned;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.listing.Listing;
import dev.weir.reactive.tuned.netty.ListingWriter;
import dev.weir.reactive.web.Exchange;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Serves {@code /files}, the list of all files, and {@code /files/.../}, the list of one folder, as a chain of
 * {@code Mono}s. {@link dev.weir.reactive.web.FolderPaths} maps the folders to this controller.
 *
 * <p>Runs on the connection's event loop, which admits the client and sends the list. A {@code weir-file} thread opens
 * and reads the list, and sets the header fields. Blocks no thread while it waits for the client. When the client
 * leaves, Reactor Netty cancels the chain. This closes the list and releases the client's download slot
 * ({@link Admission}).
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
    Mono<Void> list(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        return Mono.using(() -> enter(exchange), admission -> open(exchange, admission), Admission::leave);
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the folder
    private Mono<Void> open(Exchange exchange, Admission admission) {
        return lists.open(exchange, admission, listing -> answer(exchange, admission, listing));
    }

    // write the response
    private Mono<Void> answer(Exchange exchange, Admission admission, Listing listing) {
        exchange.answer(callers.fields(admission));
        exchange.answer(200, listing.fields());
        return lists.write(exchange, admission, listing);
    }
}
