package dev.weir.servlet.web;

import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.servlet.connector.exchange.ClientAbort;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers {@code GET /files} with the list of files. {@link ListingWriter} writes it on a virtual thread. */
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
        Admission admission = enter(exchange);
        try {
            answer(exchange, admission);
        } catch (RuntimeException e) {
            admission.leave();
            throw e;
        }
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // write the response
    private void answer(Exchange exchange, Admission admission) {
        exchange.answer(callers.fields(admission));
        exchange.answer(200, Listing.FIELDS);
        lists.write(exchange, admission);
    }
}
