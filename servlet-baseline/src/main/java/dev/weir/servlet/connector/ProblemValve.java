package dev.weir.servlet.connector;

import dev.weir.access.RequestIds;
import dev.weir.browser.SecurityFields;
import dev.weir.problem.ManagementProblems;
import dev.weir.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.springframework.http.MediaType;

/**
 * Writes a problem document (RFC 9457) if Tomcat itself refuses a request, for example because its target is malformed.
 */
public class ProblemValve extends ErrorReportValve {
    /** For the management port. Chooses the type of each problem document by {@link ManagementProblems}. */
    public static final class OfManagement extends ProblemValve {
        @Override
        String json(int status) {
            return ManagementProblems.json(status, null);
        }
    }

    String json(int status) {
        return Problem.json(status);
    }

    @Override
    protected void report(Request request, Response response, Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported() || !canWrite(response)) {
            return;
        }
        byte[] body = Problem.withId(json(status), response.getHeader(RequestIds.FIELD))
                .getBytes(StandardCharsets.UTF_8);
        SecurityFields.OF_DATA.forEach(response::setHeader); // the request reached no filter that would set them
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException e) {
            // The client has left.
        }
    }

    /** Returns whether the server can still write to the connection, as far as Tomcat knows. */
    static boolean canWrite(Response response) {
        AtomicBoolean can = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, can);
        return can.get();
    }
}
