package dev.weir.clients;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that {@link Callers} needs to find the client and to decide what the client may do. Each
 * server implements this interface. {@link Callers} calls the methods only on the thread that handles the request.
 */
public interface ClientRequest {
    /** Returns the path as the client sent it, still percent-encoded. */
    String path();

    /**
     * Returns the query as the client sent it, still percent-encoded and without {@code ?}. Null if there is no query.
     */
    @Nullable
    String rawQuery();

    /**
     * Returns the decoded values of a query parameter. Returns an empty list if the query does not have the parameter.
     */
    List<String> query(String name);

    /** Returns the value of a request header field, or null if absent. Joins repeated fields by commas. */
    @Nullable
    String field(String name);

    /** Returns the address of the connection's peer, which is the client or the last proxy. */
    InetAddress remote();

    /**
     * Receives the client that made the request, before the request is admitted or refused. The caller holds a lock, so
     * this method must not block. Does nothing by default.
     */
    default void found(Client client) {}

    /**
     * Returns a task that runs before the server cuts the response off. The server cuts it off if the client reads too
     * slowly, if the client's API key is revoked, or if the server stops. Any thread may run the task, so the task must
     * not block. By default, the task does nothing.
     */
    default Runnable cutOff() {
        return () -> {};
    }
}
