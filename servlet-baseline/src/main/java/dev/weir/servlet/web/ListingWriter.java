package dev.weir.servlet.web;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.clients.Admission;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;

/**
 * Writes each list of files on a new virtual thread, in every threading model. That thread blocks while it waits for
 * the disk or the client. Thread-safe.
 */
@Component
class ListingWriter {
    private final FileCatalog catalog;
    private final SlowReaders slowReaders;

    ListingWriter(FileCatalog catalog, SlowReaders slowReaders) {
        this.catalog = catalog;
        this.slowReaders = slowReaders;
    }

    /** Starts a virtual thread that writes the list and then releases {@code admission}. Does not block. */
    void write(Exchange exchange, Admission admission) {
        AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
        context.setTimeout(0);
        ContainerLock lock = ContainerLock.of(exchange.request());
        Thread.ofVirtual().name("weir-list").start(() -> lock.run(() -> write(context, admission)));
    }

    /** Writes the list and ends the request. The caller must hold the {@link ContainerLock}. */
    private void write(AsyncContext context, Admission admission) {
        try (Listing listing = catalog.list(admission.rights().readFolders())) {
            boolean whole = send(listing, context, admission);
            admission.leave(); // before the client can read the end
            TomcatStream stream = TomcatStream.of(context.getRequest());
            end(whole || stream == null ? context::complete : stream::fail);
        } catch (RefusedException e) {
            admission.leave();
            refuse((HttpServletResponse) context.getResponse(), e);
            end(context::complete);
        } catch (RuntimeException e) {
            admission.leave();
            TomcatStream stream = TomcatStream.of(context.getRequest());
            end(stream == null ? context::dispatch : stream::fail); // the dispatched request closes the connection
        }
    }

    private static void refuse(HttpServletResponse response, RefusedException e) {
        try {
            ProblemResponse.write(response, e.problem(), e.fields());
        } catch (IOException gone) {
            // The client has left.
        }
    }

    private boolean send(Listing listing, AsyncContext context, Admission admission) {
        ListingBody body = new ListingBody(context.getRequest(), context.getResponse());
        Runnable unwatch = admission.watch(slowReaders, body, Runnable::run);
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
