package dev.weir.servlet.idiomatic.blocking;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.servlet.web.RequestFields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /files/**} from top to bottom.
 *
 * <p>Which thread: the request's, for everything. Waited for without a thread: nothing; a virtual thread costs little
 * while it waits, one of the pool is missed by others. The client leaves: a write throws, and the stack unwinds.
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
        Admission admission = enter(request);
        try {
            open(request, response, admission);
        } finally {
            admission.leave();
        }
    }

    // who
    private Admission enter(HttpServletRequest request) {
        InetAddress remote = InetAddress.ofLiteral(request.getRemoteAddr());
        return callers.download(name -> RequestFields.value(request, name), remote);
    }

    // which file
    private void open(HttpServletRequest request, HttpServletResponse response, Admission admission)
            throws IOException {
        try (OpenFile file = catalog.open(request.getRequestURI())) {
            answer(request, response, admission, file);
        }
    }

    // what is answered
    private void answer(HttpServletRequest request, HttpServletResponse response, Admission admission, OpenFile file)
            throws IOException {
        DownloadPlan plan =
                DownloadPlan.of(request.getMethod(), name -> RequestFields.value(request, name), file.file());
        response.setStatus(plan.status());
        plan.fields().forEach(response::setHeader);
        callers.fields(admission.client()).forEach(response::setHeader);
        bodies.write(request, response, admission, file, plan);
    }
}
