package dev.weir.servlet.web;

import dev.weir.access.AccessEntry;
import dev.weir.clients.Client;
import dev.weir.clients.ClientRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetAddress;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request and its response. The reactive server has a class of the same name.
 *
 * <p>Only one thread at a time may use an exchange. It must not be used after the request has ended, because Tomcat
 * then reuses the request and the response objects for another request.
 */
public record Exchange(HttpServletRequest request, HttpServletResponse response) implements ClientRequest {
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getRequestURI();
    }

    @Override
    public @Nullable String rawQuery() {
        return request.getQueryString();
    }

    /**
     * Returns the value of a header field, or null if the request does not have the field. Joins the values of several
     * lines by commas (RFC 9110, 5.3).
     */
    @Override
    public @Nullable String field(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        if (!lines.hasMoreElements()) {
            return null;
        }
        String first = lines.nextElement();
        return lines.hasMoreElements() ? first + ", " + String.join(", ", Collections.list(lines)) : first;
    }

    @Override
    public List<String> query(String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? List.of() : List.of(values);
    }

    /** Returns the first value of a query parameter, or null if the request does not have the parameter. */
    public @Nullable String first(String name) {
        List<String> values = query(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    @Override
    public InetAddress remote() {
        return InetAddress.ofLiteral(request.getRemoteAddr());
    }

    @Override
    public void found(Client client) {
        if (request.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry) {
            entry.setClient(client);
        }
    }

    @Override
    public Runnable cutOff() {
        return request.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry ? entry::setCutOff : () -> {};
    }

    /** Sets the status and the given header fields of the response. Sends nothing. */
    public void answer(int status, Map<String, String> fields) {
        response.setStatus(status);
        answer(fields);
    }

    /** Sets the given header fields of the response. Sends nothing. */
    public void answer(Map<String, String> fields) {
        fields.forEach(response::setHeader);
    }
}
