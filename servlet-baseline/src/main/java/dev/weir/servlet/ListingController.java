package dev.weir.servlet;

import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Listing;
import dev.weir.throttle.Callers;
import dev.weir.throttle.Client;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the files, in every model on a virtual thread of its own: it waits for the disk and for the client. */
@RestController
class ListingController {
    private final Callers callers;
    private final FileCatalog catalog;

    ListingController(Callers callers, FileCatalog catalog) {
        this.callers = callers;
        this.catalog = catalog;
    }

    @GetMapping("/files")
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            throw new IOException("the body was broken off"); // the container's one way to close a connection early
        }
        InetAddress remote = InetAddress.ofLiteral(request.getRemoteAddr());
        Client client = callers.enter(name -> RequestFields.value(request, name), remote);
        try {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.setHeader("Cache-Control", "no-cache");
            callers.fields(client).forEach(response::setHeader);
            AsyncContext context = request.startAsync(request, response);
            context.setTimeout(0);
            Thread.ofVirtual().name("weir-list").start(() -> write(context, client));
        } catch (RuntimeException e) {
            callers.leave(client);
            throw e;
        }
    }

    private void write(AsyncContext context, Client client) {
        try (Listing listing = catalog.list()) {
            send(listing, context.getResponse());
            end(context::complete);
        } catch (IOException | RuntimeException e) {
            end(context::dispatch); // to where the connection is closed
        } finally {
            callers.leave(client);
        }
    }

    private static void send(Listing listing, ServletResponse response) {
        try {
            OutputStream out = response.getOutputStream();
            for (byte[] block = listing.next(); block != null; block = listing.next()) {
                out.write(block);
                out.flush();
            }
        } catch (IOException e) {
            // The client has left and misses nothing.
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
