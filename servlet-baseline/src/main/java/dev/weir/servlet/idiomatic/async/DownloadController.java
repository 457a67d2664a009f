package dev.weir.servlet.idiomatic.async;

import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.clients.Callers;
import dev.weir.servlet.web.RequestFields;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/**
 * Serves {@code /files/**} with a {@link ResponseBodyEmitter}. A {@code StreamingResponseBody} would hold a thread from the
 * first byte to the last, also while it waits for a grant.
 *
 * <p>Which thread: one of the connector's until the file is open, then those of {@link ThrottledBody}. Waited for without
 * a thread: the grant. The client leaves: {@link ThrottledBody} closes the file and lets the client leave the table.
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
    ResponseEntity<ResponseBodyEmitter> download(HttpServletRequest request) {
        Admission admission = enter(request);
        try {
            return open(request, admission);
        } catch (RuntimeException e) {
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
    private ResponseEntity<ResponseBodyEmitter> open(HttpServletRequest request, Admission admission) {
        OpenFile file = catalog.open(request.getRequestURI());
        try {
            return answer(request, admission, file);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    // what is answered
    private ResponseEntity<ResponseBodyEmitter> answer(HttpServletRequest request, Admission admission, OpenFile file) {
        DownloadPlan plan =
                DownloadPlan.of(request.getMethod(), name -> RequestFields.value(request, name), file.file());
        ResponseEntity.BodyBuilder response = ResponseEntity.status(plan.status());
        plan.fields().forEach(response::header);
        callers.fields(admission.client()).forEach(response::header);
        return response.body(bodies.write(request, admission, file, plan));
    }
}
