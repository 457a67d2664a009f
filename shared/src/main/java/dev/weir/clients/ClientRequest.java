package dev.weir.clients;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request by which {@link Callers} finds the client and decides what it may do. Each server implements
 * it. {@link Callers} uses it only during a call, on the caller's thread.
 */
public interface ClientRequest {
    /** Returns the path as the client sent it, still percent-encoded. */
    String path();

    /** Returns the query as the client sent it, still percent-encoded and without {@code ?}, or null if it has none. */
    @Nullable
    String rawQuery();

    /** Returns the decoded values of a query parameter, or an empty list. */
    List<String> query(String name);

    /** Returns the value of a header field, or null. Joins the values of several lines by commas. */
    @Nullable
    String field(String name);

    /** Returns the address of the connection's other end: the client or the last proxy. */
    InetAddress remote();

    /** Called when the request is admitted, with the client that made it. Does nothing by default. */
    default void admitted(Client client) {}
}
