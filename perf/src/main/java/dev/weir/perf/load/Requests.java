package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;

/** Creates the requests of a load. Used only on the load generator's event loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    Dialogue dialogue();

    /** The requests and responses of one connection. Throws {@link IllegalStateException} for a wrong response. */
    interface Dialogue {
        ByteBuf next();

        void head(HttpResponse head);

        /** Receives the next part of a response's body. The buffer is valid only during the call. */
        void body(ByteBuf part);

        /** Called when a response is complete. The times are values of {@link System#nanoTime()}. */
        default void answered(long intendedNanos, long sentNanos, long answeredNanos) {}
    }
}
