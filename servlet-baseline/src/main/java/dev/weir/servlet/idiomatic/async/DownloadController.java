package dev.weir.servlet.idiomatic.async;

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
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Serves downloads at {@code /files/**} with a {@link ResponseBodyEmitter}. A {@code StreamingResponseBody} would hold
 * a thread for the whole response.
 *
 * <p>Runs on a connector thread until the file is open, then on threads of the task executor. Blocks no thread while it
 * waits for bandwidth. When the client leaves, {@link ThrottledBody} closes the file and ends the {@link Admission},
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
    @Nullable
    ResponseBodyEmitter download(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchange exchange = new Exchange(request, response);
        return HandOver.answering(enter(exchange), admission -> open(exchange, admission));
    }

    // admit the client
    private Admission enter(Exchange exchange) {
        return callers.download(exchange);
    }

    // open the file
    private @Nullable ResponseBodyEmitter open(Exchange exchange, Admission admission) throws IOException {
        return HandOver.answering(catalog.open(exchange.path()), file -> answer(exchange, admission, file));
    }

    // write the response
    private @Nullable ResponseBodyEmitter answer(Exchange exchange, Admission admission, OpenFile file) {
        DownloadPlan plan = DownloadPlan.of(exchange.method(), exchange::field, exchange.rawQuery(), file);
        exchange.answer(callers.fields(admission));
        exchange.answer(plan.status(), plan.fields());
        return bodies.write(exchange, admission, file, plan);
    }
}
