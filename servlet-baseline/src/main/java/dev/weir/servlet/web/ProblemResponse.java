package dev.weir.servlet.web;

import dev.weir.access.RequestIds;
import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;

/** Writes a problem (RFC 9457) as the response. */
public final class ProblemResponse {
    private ProblemResponse() {}

    /** Writes a problem document with the problem's own status and header fields. */
    public static void write(HttpServletResponse response, Problem problem) throws IOException {
        write(response, problem, problem.fields());
    }

    /** Writes a problem document with the given header fields instead of the problem's own fields. */
    public static void write(HttpServletResponse response, Problem problem, Map<String, String> fields)
            throws IOException {
        write(response, problem.status(), problem.json(), fields);
    }

    /** Writes the problem document {@code json} with the given status and header fields. */
    public static void write(HttpServletResponse response, int status, String json, Map<String, String> fields)
            throws IOException {
        byte[] body = Problem.withId(json, response.getHeader(RequestIds.FIELD)).getBytes(StandardCharsets.UTF_8);
        Map<String, String> kept = kept(response);
        response.reset(); // removes fields that were set for another answer
        kept.forEach(response::setHeader);
        response.setStatus(status);
        fields.forEach(response::setHeader);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /**
     * Returns the id of the request, and the response's CORS and security fields, which the caller sets again after it
     * has reset the response.
     */
    private static Map<String, String> kept(HttpServletResponse response) {
        return response.getHeaderNames().stream()
                .filter(name -> name.equals("Vary")
                        || name.equals(RequestIds.FIELD)
                        || name.startsWith("Access-Control-")
                        || SecurityFields.has(name))
                .collect(Collectors.toMap(
                        name -> name, name -> String.join(", ", response.getHeaders(name)), (one, same) -> one));
    }
}
