package dev.weir.servlet.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request's header fields as RFC 9110, 5.3 combines them. */
public final class RequestFields {
    private RequestFields() {}

    /** The values of all lines of this name, joined by commas; null when there is none. */
    public static @Nullable String value(HttpServletRequest request, String name) {
        List<String> lines = Collections.list(request.getHeaders(name));
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    /** The address that sent the request: the client's, or that of the last proxy. */
    public static InetAddress remote(HttpServletRequest request) {
        return InetAddress.ofLiteral(request.getRemoteAddr());
    }

    /** The values of a parameter of the query. */
    public static List<String> query(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? List.of() : List.of(values);
    }
}
