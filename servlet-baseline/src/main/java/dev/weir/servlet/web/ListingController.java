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
import java.net.InetAddress;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the files, in every model on a virtual thread of its own: it waits for the disk and for the client. */
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
        InetAddress remote = InetAddress.ofLiteral(request.getRemoteAddr());
        Admission admission = callers.download(name -> RequestFields.value(request, name), remote);
        try {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.setHeader("Cache-Control", "no-cache");
            callers.fields(admission.client()).forEach(response::setHeader);
            AsyncContext context = request.startAsync(request, response);
            context.setTimeout(0);
            ContainerLock lock = ContainerLock.of(request);
            Thread.ofVirtual().name("weir-list").start(() -> lock.run(() -> write(context, admission)));
        } catch (RuntimeException e) {
            admission.leave();
            throw e;
        }
    }

    /** Under the lock for as long as it takes: the container has nothing to do for the request meanwhile. */
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
            end(stream == null ? context::dispatch : stream::fail); // to where the connection is closed, or here
        }
    }

    private static void refuse(HttpServletResponse response, RefusedException e) {
        try {
            ProblemResponse.write(response, e.problem(), e.fields());
        } catch (IOException gone) {
            // The client has left.
        }
    }

    /** False when the client has left, or has taken too little. */
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
