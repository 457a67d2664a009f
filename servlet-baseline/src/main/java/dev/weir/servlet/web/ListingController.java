package dev.weir.servlet.web;

import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.listing.Listing;
import dev.weir.servlet.connector.exchange.ClientAbort;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers {@code GET /files} with the list of all files, and {@code GET /files/.../} with the list of one folder.
 * {@link FolderPaths} maps the folders to this controller. {@link ListingWriter} reads and writes the list on a virtual
 * thread.
 */
@RestController
class ListingController {
    private final Callers callers;
    private final ListingWriter lists;

    ListingController(Callers callers, ListingWriter lists) {
        this.callers = callers;
        this.lists = lists;
    }

    @GetMapping("/files")
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            throw ClientAbort.exception("the body was broken off");
        }
        Exchange exchange = new Exchange(request, response);
        open(exchange, enter(exchange));
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the folder
    private void open(Exchange exchange, Admission admission) {
        lists.open(exchange, admission, listing -> answer(exchange, admission, listing));
    }

    // write the response
    private void answer(Exchange exchange, Admission admission, Listing listing) throws IOException {
        exchange.answer(callers.fields(admission));
        exchange.answer(200, listing.fields());
        lists.write(exchange, admission, listing);
    }
}
