package dev.weir.watch.load;

import dev.weir.perf.load.HttpConnection;
import dev.weir.watch.load.Population.Returning;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection for one GET request. The connection ends at once if the status is not 200. After each
 * connection, the client opens a new one.
 */
abstract class GetConnection extends HttpConnection {
    private final String request;
    private final Returning client;

    /** @param target the request target, the HTTP version, and any header fields except {@code Host} */
    GetConnection(String target, Returning client) {
        request = "GET " + target + "\r\nHost: localhost\r\n\r\n";
        this.client = client;
    }

    /** Makes the client connect again after a pause. */
    final void again(Duration pause) {
        client.again(pause);
    }

    @Override
    protected void opened() {
        request(request);
    }

    @Override
    protected void head(HttpResponse head) {
        int status = head.status().code();
        if (status != 200) {
            throw new IllegalStateException("status " + status);
        }
    }

    @Override
    protected final void ended(@Nullable String reason) {
        again(reason == null ? Duration.ZERO : Population.AFTER_ERROR);
    }
}
