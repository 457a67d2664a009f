package dev.weir.servlet.web;

import dev.weir.clients.Admission;
import dev.weir.listing.Listing;
import dev.weir.listing.ListingPlan;
import dev.weir.listing.Listings;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;

/**
 * Opens and writes each list of files on a new virtual thread, in every threading model. That thread blocks while it
 * waits for the disk or the client. Thread-safe.
 */
@Component
class ListingWriter {
    /** Writes the response with an open list. */
    interface Answer {
        /** Writes the response. Throws an exception if the client has left. */
        void write(Listing listing) throws IOException;
    }

    private final Listings listings;
    private final SlowReaders slowReaders;

    ListingWriter(Listings listings, SlowReaders slowReaders) {
        this.listings = listings;
        this.slowReaders = slowReaders;
    }

    /**
     * Starts a virtual thread that opens the list, calls {@code answer} and then releases {@code admission}. Releases
     * {@code admission} even if this method fails. Does not block.
     */
    void open(Exchange exchange, Admission admission, Answer answer) {
        try {
            ListingPlan plan = ListingPlan.of(exchange.method(), exchange.path(), exchange.field("Accept"));
            AsyncContext context = exchange.request().startAsync(exchange.request(), exchange.response());
            context.setTimeout(0);
            ContainerLock lock = ContainerLock.of(exchange.request());
            Thread.ofVirtual().name("weir-list").start(() -> lock.run(() -> answer(plan, context, admission, answer)));
        } catch (RuntimeException e) {
            admission.leave();
            throw e;
        }
    }

    /** Answers and ends the request. The caller must hold the {@link ContainerLock}. */
    private void answer(ListingPlan plan, AsyncContext context, Admission admission, Answer answer) {
        try (Listing listing = listings.open(
                plan, admission.rights().readFolders(), admission.client().name())) {
            boolean whole = isWritten(answer, listing);
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

    private static boolean isWritten(Answer answer, Listing listing) {
        try {
            answer.write(listing);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes the list. Blocks until the last block is written. */
    void write(Exchange exchange, Admission admission, Listing listing) throws IOException {
        if (exchange.method().equals("HEAD")) {
            exchange.response()
                    .flushBuffer(); // over HTTP/2, Tomcat sends no answer if nothing is written before the end
            return;
        }
        ListingBody body = new ListingBody(exchange.request(), exchange.response());
        Runnable unwatch = admission.watch(slowReaders, body, Runnable::run);
        try {
            body.write(listing);
        } finally {
            unwatch.run();
            body.end();
        }
    }

    private static void refuse(HttpServletResponse response, RefusedException e) {
        try {
            ProblemResponse.write(response, e.problem(), e.fields());
        } catch (IOException gone) {
            // The client has left.
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
