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

    /**
     * Called with the client that made the request, before the client is admitted or refused. Called under a lock, so
     * it must not block. Does nothing by default.
     */
    default void found(Client client) {}

    /**
     * Returns a task that runs before the server cuts the response off, because the client reads too slowly or its key
     * is revoked. Any thread may run the task, which does not block. It does nothing by default.
     */
    default Runnable cutOff() {
        return () -> {};
    }
}
