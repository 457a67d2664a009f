package dev.weir.servlet.connector;

import dev.weir.access.AccessEntry;
import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.access.RequestIds;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Sets the id of each request, counts the open requests, and writes the access log. Tomcat calls this valve on the
 * threads that serve the request. Thread-safe.
 *
 * <p>Tomcat calls {@link #log} when a request has ended in any way, also after an error and after asynchronous
 * processing.
 */
final class RequestValve extends ValveBase implements org.apache.catalina.AccessLog {
    private static final String COUNTED = OpenRequests.class.getName();

    private final RequestIds ids;
    private final OpenRequests open;
    private final AccessLog accessLog;

    RequestValve(RequestIds ids, OpenRequests open, AccessLog accessLog) {
        super(true);
        this.ids = ids;
        this.open = open;
        this.accessLog = accessLog;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.getNote(COUNTED) == null) {
            request.setNote(COUNTED, true);
            open.begin();
        }
        if (response.getHeader(RequestIds.FIELD) == null) { // not null if Tomcat dispatches a request again
            String remote = request.getRemoteAddr(); // null if the connection has ended
            String given = remote == null ? null : field(request, RequestIds.FIELD);
            String id = ids.of(given, () -> InetAddress.ofLiteral(remote));
            response.setHeader(RequestIds.FIELD, id);
            if (accessLog.isOn()) {
                AccessEntry entry = begin(request);
                entry.setRequestId(id);
                request.setAttribute(AccessEntry.NAME, entry);
            }
            if (remote == null) { // the connection has ended, over HTTP/2 while the request waited for a thread
                throw new ClientAbortException("The client has left");
            }
        }
        getNext().invoke(request, response);
    }

    private AccessEntry begin(Request request) {
        String path = request.getRequestURI();
        String query = request.getQueryString();
        String remote = request.getRemoteAddr();
        return accessLog.begin(
                request.getMethod(),
                query == null ? path : path + "?" + query,
                request.getProtocol(),
                name -> field(request, name),
                remote == null ? null : InetAddress.ofLiteral(remote));
    }

    private static @Nullable String field(Request request, String name) {
        String first = request.getHeader(name);
        if (first == null) {
            return null;
        }
        List<String> lines = Collections.list(request.getHeaders(name));
        return lines.size() == 1 ? first : String.join(", ", lines);
    }

    /**
     * Counts the request as ended, and writes its line in the access log. If an event stream has taken over the
     * connection, writes no line, because the stream writes the line when the stream ends.
     */
    @Override
    public void log(Request request, Response response, long nanos) {
        try {
            log(request, response);
        } finally {
            if (request.getNote(COUNTED) != null) {
                request.removeNote(COUNTED);
                open.end();
            }
        }
    }

    private void log(Request request, Response response) {
        if (accessLog.isOn()) {
            AccessEntry entry =
                    request.getAttribute(AccessEntry.NAME) instanceof AccessEntry begun ? begun : begin(request);
            if (!entry.isTakenOver()) {
                int sent = WatchedAnswer.sentStatus(request);
                boolean unsent = sent < 0;
                entry.end(
                        sent > 0 ? sent : response.getStatus(),
                        unsent ? 0 : response.getCoyoteResponse().getContentWritten(),
                        unsent || entry.isBroken() || isBroken(request, response, sent));
            }
        }
    }

    /**
     * Returns whether the connection broke before the response was complete. Tomcat then often sets the status 500,
     * even if it has already sent another status. A client that has the whole response may close the connection before
     * Tomcat logs the request, so the connection alone does not tell.
     */
    private static boolean isBroken(Request request, Response response, int sent) {
        return !isWhole(request, response, sent)
                && (!ProblemValve.canWrite(response) || (response.getStatus() == 500 && sent != 500));
    }

    /**
     * Returns true if Tomcat has passed the whole response to its HTTP/2 stream. Returns false if it has not, and also
     * if that is unknown: over HTTP/1.1, and for a body of unknown length.
     */
    private static boolean isWhole(Request request, Response response, int sent) {
        boolean hasNoBody = sent == HttpServletResponse.SC_NO_CONTENT
                || sent == HttpServletResponse.SC_NOT_MODIFIED
                || "HEAD".equals(request.getMethod());
        org.apache.coyote.Response written = response.getCoyoteResponse();
        return sent > 0
                && "HTTP/2.0".equals(request.getProtocol())
                && (hasNoBody || written.getContentLengthLong() == written.getContentWritten());
    }

    /**
     * Does nothing. In Tomcat's own access log, this setting chooses whether the client's address comes from attributes
     * of the request. Weir's access log uses the property {@code weir.trusted-proxies} instead.
     */
    @Override
    public void setRequestAttributesEnabled(boolean enabled) {}

    @Override
    public boolean getRequestAttributesEnabled() {
        return false;
    }
}
