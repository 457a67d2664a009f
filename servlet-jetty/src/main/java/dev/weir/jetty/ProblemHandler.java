package dev.weir.jetty;

import dev.weir.access.RequestIds;
import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.MediaType;

/** Writes a problem document (RFC 9457) if Jetty itself refuses a request, for example a malformed head. */
final class ProblemHandler implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String id = response.getHeaders().get(RequestIds.FIELD);
        byte[] body = Problem.withId(Problem.json(response.getStatus()), id).getBytes(StandardCharsets.UTF_8);
        SecurityFields.OF_DATA.forEach(response.getHeaders()::put); // the request reached no filter that would set them
        response.getHeaders().put("Content-Type", MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
