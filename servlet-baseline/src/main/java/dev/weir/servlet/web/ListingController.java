package dev.weir.servlet.web;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ClientAbort;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the files. In every model a virtual thread of its own waits for the disk and for the client. */
@RestController
class ListingController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final SlowReaders slowReaders;

    ListingController(Callers callers, FileCatalog catalog, SlowReaders slowReaders) {
        this.callers = callers;
        this.catalog = catalog;
        this.slowReaders = slowReaders;
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

    // who
    private Admission enter(Exchange exchange) {
        return callers.download(exchange::field, exchange.remote());
    }

    // what is answered
    private void answer(Exchange exchange, Admission admission) {
        exchange.answer(200, Listing.FIELDS);
        exchange.answer(callers.fields(admission.client()));
        AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
        context.setTimeout(0);
        ContainerLock lock = ContainerLock.of(exchange.request());
        Thread.ofVirtual().name("weir-list").start(() -> lock.run(() -> write(context, admission)));
    }

    /** Holds the container's lock all the time, because the container has nothing to do for the request meanwhile. */
    private void write(AsyncContext context, Admission admission) {
        try (Listing listing = catalog.list()) {
            boolean whole = send(listing, context);
            admission.leave(); // before the end can be read
            TomcatStream stream = TomcatStream.of(context.getRequest());
            end(whole || stream == null ? context::complete : stream::fail);
        } catch (RefusedException e) {
            admission.leave();
            refuse((HttpServletResponse) context.getResponse(), e);
            end(context::complete);
        } catch (RuntimeException e) {
            admission.leave();
            TomcatStream stream = TomcatStream.of(context.getRequest());
            end(
                    stream == null
                            ? context::dispatch
                            : stream::fail); // a dispatch leads to where the connection is closed
        }
    }

    private static void refuse(HttpServletResponse response, RefusedException e) {
        try {
            ProblemResponse.write(response, e.problem(), e.fields());
        } catch (IOException gone) {
            // The client has left.
        }
    }

    /** Returns false when the client has left or was too slow. */
    private boolean send(Listing listing, AsyncContext context) {
        ListingBody body = new ListingBody(context.getRequest(), context.getResponse());
        Runnable unwatch = slowReaders.watch(body, Runnable::run);
        try {
            body.write(listing);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            unwatch.run();
            body.end();
        }
    }

    private static void end(Runnable end) {
        try {
            end.run();
        } catch (IllegalStateException e) {
            // The container has ended it.
        }
    }
}
