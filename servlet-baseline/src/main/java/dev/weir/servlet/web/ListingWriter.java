package dev.weir.servlet.web;

import dev.weir.clients.Admission;
import dev.weir.listing.Listing;
import dev.weir.listing.ListingPlan;
import dev.weir.listing.Listings;
import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Opens and writes each list of files on a new virtual thread, in every threading model. That thread blocks while it
 * waits for the disk or the client. Thread-safe.
 */
@Component
class ListingWriter {
    /** Writes the response from an open list of files. */
    interface Answer {
        /** Writes the response. Throws an exception if the client has left. */
        void write(Listing listing) throws IOException;
    }

    private static final Logger log = LoggerFactory.getLogger(ListingWriter.class);

    private final Listings listings;
    private final SlowReaders slowReaders;
    private final ProblemAdvice advice;

    ListingWriter(Listings listings, SlowReaders slowReaders, ProblemAdvice advice) {
        this.listings = listings;
        this.slowReaders = slowReaders;
        this.advice = advice;
    }

    /**
     * Starts a virtual thread that opens the list of files, calls {@code answer} and then releases {@code admission}.
     * Releases {@code admission} even if this method fails. Does not block.
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
        } catch (RuntimeException e) {
            admission.leave();
            fail(context, e);
        }
    }

    /** Answers a failed request with a problem document. If the response has already begun, breaks it off instead. */
    private void fail(AsyncContext context, RuntimeException e) {
        try {
            advice.answer(e, (HttpServletResponse) context.getResponse());
            end(context::complete);
        } catch (IOException left) {
            end(context::complete);
        } catch (RuntimeException begun) {
            log.warn("A list of files breaks off, because reading it has failed", begun);
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

    /** Writes the list of files. Blocks until the last bytes are written. */
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

    private static void end(Runnable end) {
        try {
            end.run();
        } catch (IllegalStateException e) {
            // The container has already ended the request.
        }
    }
}
