package dev.weir.servlet.idiomatic.blocking;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves downloads at {@code /files/**} with blocking code.
 *
 * <p>Runs on the request's thread, which is virtual or belongs to Tomcat's pool. Blocks that thread while it waits.
 * When the client leaves, a write throws. The {@code try} statements then close the file and end the {@link Admission},
 * which is the permission for this download.
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
        try (Admission admission = enter(exchange)) {
            open(exchange, admission);
        }
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the file
    private void open(Exchange exchange, Admission admission) throws IOException {
        try (OpenFile file = catalog.open(exchange.path())) {
            answer(exchange, admission, file);
        }
    }

    // write the response
    private void answer(Exchange exchange, Admission admission, OpenFile file) throws IOException {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, exchange.rawQuery(), file);
        exchange.answer(callers.fields(admission));
        exchange.answer(plan.status(), plan.fields());
        bodies.write(exchange, admission, file, plan);
    }
}
