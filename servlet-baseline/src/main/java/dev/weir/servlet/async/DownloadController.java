package dev.weir.servlet.async;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.ProblemResponse;
import dev.weir.throttle.Client;
import dev.weir.throttle.Clients;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /files/**} with an {@link AsyncContext}.
 *
 * <p>Which thread: one of the connector's until it is known who calls, then one of {@code weir-file}, then those of
 * {@link ThrottledBody}. Waited for without a thread of the connector: the file, and whatever {@link ThrottledBody}
 * waits for. The client leaves: {@link ThrottledBody} closes the file and lets the client leave the table.
 */
@RestController
class DownloadController {
    private static final Logger log = LoggerFactory.getLogger(DownloadController.class);

    private final Clients clients;
    private final FileCatalog catalog;
    private final BodyWriter bodies;
    private final ExecutorService fileOpeners;

    DownloadController(Clients clients, FileCatalog catalog, BodyWriter bodies, ExecutorService fileOpeners) {
        this.clients = clients;
        this.catalog = catalog;
        this.bodies = bodies;
        this.fileOpeners = fileOpeners;
    }

    @GetMapping("/files/{*path}")
    void download(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            throw new IOException("the body was broken off"); // the container's one way to close a connection early
        }
        Client client = enter(request);
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(0);
        try {
            fileOpeners.execute(() -> open(context, client));
        } catch (RejectedExecutionException e) {
            refuse(context, client, Problem.OVERLOADED);
        }
    }

    // who
    private Client enter(HttpServletRequest request) {
        InetAddress remote = InetAddress.ofLiteral(request.getRemoteAddr());
        return clients.enter(request.getHeader(HttpHeaders.AUTHORIZATION), request.getHeader("X-API-Key"), remote);
    }

    // which file
    private void open(AsyncContext context, Client client) {
        try {
            HttpServletRequest request = (HttpServletRequest) context.getRequest();
            answer(context, client, catalog.open(request.getRequestURI()));
        } catch (RefusedException e) {
            refuse(context, client, e.problem());
        } catch (RuntimeException e) {
            log.error("a request failed", e);
            refuse(context, client, Problem.INTERNAL);
        }
    }

    // what is answered
    private void answer(AsyncContext context, Client client, OpenFile file) {
        HttpServletRequest request = (HttpServletRequest) context.getRequest();
        HttpServletResponse response = (HttpServletResponse) context.getResponse();
        DownloadPlan plan = DownloadPlan.of(request.getMethod(), request::getHeader, file.file());
        response.setStatus(plan.status());
        plan.fields().forEach(response::setHeader);
        bodies.write(context, client, file, plan);
    }

    private void refuse(AsyncContext context, Client client, Problem problem) {
        clients.leave(client);
        try {
            ProblemResponse.write((HttpServletResponse) context.getResponse(), problem);
        } catch (IOException e) {
            // The client has left and misses nothing.
        }
        context.complete();
    }
}
