package dev.weir.servlet.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetAddress;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request and the head of its response. The reactive server has the same for its own types.
 *
 * <p>For one thread at a time, and only until the request has ended, because Tomcat reuses both objects.
 */
public record Exchange(HttpServletRequest request, HttpServletResponse response) {
    public String method() {
        return request.getMethod();
    }

    /** The path as it was sent, still encoded. */
    public String path() {
        return request.getRequestURI();
    }

    /** The values of all field lines of this name, joined by commas (RFC 9110, 5.3). Null if there is none. */
    public @Nullable String field(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        if (!lines.hasMoreElements()) {
            return null;
        }
        String first = lines.nextElement();
        return lines.hasMoreElements() ? first + ", " + String.join(", ", Collections.list(lines)) : first;
    }

    /** The values of a query parameter. A name without a value counts as an empty value. */
    public List<String> query(String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? List.of() : List.of(values);
    }

    /** The first value of a query parameter. Null if there is none. */
    public @Nullable String first(String name) {
        List<String> values = query(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    /** The address of the sender, or of the last proxy. */
    public InetAddress remote() {
        return InetAddress.ofLiteral(request.getRemoteAddr());
    }

    /** Sets the status and adds fields. */
    public void answer(int status, Map<String, String> fields) {
        response.setStatus(status);
        answer(fields);
    }

    /** Adds fields. */
    public void answer(Map<String, String> fields) {
        fields.forEach(response::setHeader);
    }
}
