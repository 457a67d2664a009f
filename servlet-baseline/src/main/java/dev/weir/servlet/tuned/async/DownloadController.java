package dev.weir.servlet.tuned.async;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.servlet.threads.HandOver;
import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves downloads at {@code /files/**} with an {@link jakarta.servlet.AsyncContext}.
 *
 * <p>Runs on a connector thread until the file is open, then on the threads of {@link ThrottledBody}. Blocks no
 * platform thread while it waits for bandwidth or the client. When the client leaves, {@link ThrottledBody} closes the
 * file and ends the {@link Admission}, which is the permission for this download.
 */
@RestController
class DownloadController {
    private final Callers callers;
    private final FileCatalog catalog;
    private final BodyWriter bodies;

    DownloadController(Callers callers, FileCatalog catalog, BodyWriter bodies) {
        this.callers = callers;
        this.catalog = catalog;
        this.bodies = bodies;
    }

    @GetMapping("/files/{*path}")
    void download(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchange exchange = new Exchange(request, response);
        HandOver.of(enter(exchange), admission -> open(exchange, admission));
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the file
    private void open(Exchange exchange, Admission admission) throws IOException {
        HandOver.of(catalog.open(exchange.path()), file -> answer(exchange, admission, file));
    }

    // write the response
    private void answer(Exchange exchange, Admission admission, OpenFile file) throws IOException {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, exchange.rawQuery(), file);
        exchange.answer(callers.fields(admission));
        exchange.answer(plan.status(), plan.fields());
        bodies.write(exchange, admission, file, plan);
    }
}
