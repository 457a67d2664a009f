package dev.weir.servlet;

import dev.weir.problem.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.http.MediaType;

/** Writes a problem as the answer: the same bytes, whether Spring MVC found it or the container. */
public final class ProblemResponse {
    private ProblemResponse() {}

    public static void write(HttpServletResponse response, Problem problem) throws IOException {
        write(response, problem, problem.fields());
    }

    /** With the fields of this one answer. */
    public static void write(HttpServletResponse response, Problem problem, Map<String, String> fields)
            throws IOException {
        byte[] body = problem.json().getBytes(StandardCharsets.UTF_8);
        response.reset(); // what was set for another answer
        response.setStatus(problem.status());
        fields.forEach(response::setHeader);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
