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
 * Gives access to a request and to the status and fields of its response. The reactive server has a class of the same
 * name.
 *
 * <p>Only one thread at a time may use an exchange, and none after the request has ended, because Tomcat reuses both
 * objects.
 */
public record Exchange(HttpServletRequest request, HttpServletResponse response) {
    public String method() {
        return request.getMethod();
    }

    /** Returns the path as the client sent it, still percent-encoded. */
    public String path() {
        return request.getRequestURI();
    }

    /** Joins the values of all field lines of this name by commas (RFC 9110, 5.3). Returns null if there is none. */
    public @Nullable String field(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        if (!lines.hasMoreElements()) {
            return null;
        }
        String first = lines.nextElement();
        return lines.hasMoreElements() ? first + ", " + String.join(", ", Collections.list(lines)) : first;
    }

    /** Returns all values of a query parameter. A parameter without a value has an empty string. */
    public List<String> query(String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? List.of() : List.of(values);
    }

    public @Nullable String first(String name) {
        List<String> values = query(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    /** Returns the address of the peer, which is the client or the last proxy. */
    public InetAddress remote() {
        return InetAddress.ofLiteral(request.getRemoteAddr());
    }

    public void answer(int status, Map<String, String> fields) {
        response.setStatus(status);
        answer(fields);
    }

    public void answer(Map<String, String> fields) {
        fields.forEach(response::setHeader);
    }
}
