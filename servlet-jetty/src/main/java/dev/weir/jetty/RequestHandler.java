package dev.weir.jetty;

import dev.weir.access.AccessEntry;
import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.access.RequestIds;
import java.net.InetAddress;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Sets the id of each request, counts the open requests, and writes the access log. Jetty calls this handler on the
 * request's threads. Thread-safe.
 */
final class RequestHandler extends Handler.Wrapper implements RequestLog {
    private final RequestIds ids;
    private final OpenRequests open;
    private final AccessLog accessLog;

    RequestHandler(Handler next, RequestIds ids, OpenRequests open, AccessLog accessLog) {
        super(next);
        this.ids = ids;
        this.open = open;
        this.accessLog = accessLog;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        InetAddress remote = remote(request);
        String given = remote == null ? null : field(request.getHeaders(), RequestIds.FIELD);
        String id = ids.of(given, () -> remote);
        response.getHeaders().put(RequestIds.FIELD, id);
        open.begin();
        Request.addCompletionListener(request, failure -> open.end()); // runs last, because Jetty reverses the order
        if (accessLog.isOn()) {
            AccessEntry entry = begin(request);
            entry.setRequestId(id);
            request.setAttribute(AccessEntry.NAME, entry);
            Request.addCompletionListener(
                    request, failure -> end(entry, response, failure != null || entry.isBroken()));
        }
        if (remote == null) { // the connection has ended
            callback.failed(new EofException("The client has left"));
            return true;
        }
        return super.handle(request, response, callback);
    }

    /** Logs a request that Jetty itself has refused. The entry that {@link #handle} creates logs any other request. */
    @Override
    public void log(Request request, Response response) {
        if (accessLog.isOn() && request.getAttribute(AccessEntry.NAME) == null) {
            end(begin(request), response, false);
        }
    }

    private static void end(AccessEntry entry, Response response, boolean broken) {
        entry.end(response.getStatus(), Response.getContentBytesWritten(response), broken);
    }

    private AccessEntry begin(Request request) {
        return accessLog.begin(
                request.getMethod(),
                request.getHttpURI().getPathQuery(),
                request.getConnectionMetaData().getProtocol(),
                name -> field(request.getHeaders(), name),
                remote(request));
    }

    private static @Nullable InetAddress remote(Request request) {
        String address = Request.getRemoteAddr(request);
        return address == null ? null : InetAddress.ofLiteral(address);
    }

    private static @Nullable String field(HttpFields fields, String name) {
        List<String> lines = fields.getValuesList(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }
}
