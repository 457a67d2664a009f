package dev.weir.servlet.web;

import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;

/** Writes a problem as the answer: the same bytes, whether Spring MVC found it or the container. */
final class ProblemResponse {
    private ProblemResponse() {}

    static void write(HttpServletResponse response, Problem problem) throws IOException {
        write(response, problem, problem.fields());
    }

    /** With the fields of this one answer. */
    static void write(HttpServletResponse response, Problem problem, Map<String, String> fields) throws IOException {
        byte[] body = problem.json().getBytes(StandardCharsets.UTF_8);
        Map<String, String> kept = kept(response);
        response.reset(); // what was set for another answer
        kept.forEach(response::setHeader);
        response.setStatus(problem.status());
        fields.forEach(response::setHeader);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** The fields that are the same for every answer: those for other origins, and those for the browser's security. */
    private static Map<String, String> kept(HttpServletResponse response) {
        return response.getHeaderNames().stream()
                .filter(name -> name.equals("Vary") || name.startsWith("Access-Control-") || SecurityFields.has(name))
                .collect(Collectors.toMap(
                        name -> name, name -> String.join(", ", response.getHeaders(name)), (one, same) -> one));
    }
}
