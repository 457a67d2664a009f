package dev.weir.servlet.tuned.async;

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
 * Serves {@code /files/**} with an {@link jakarta.servlet.AsyncContext}.
 *
 * <p>Which thread: one of the connector's until the file is open, then those of {@link ThrottledBody}. Waited for without
 * a thread: whatever {@link ThrottledBody} waits for. The client leaves: {@link ThrottledBody} closes the file and lets
 * the client leave the table.
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
        } catch (IOException | RuntimeException e) {
            admission.leave();
            throw e;
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
        OpenFile file = catalog.open(request.getRequestURI());
        try {
            answer(request, response, admission, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
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
