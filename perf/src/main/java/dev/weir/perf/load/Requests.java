package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;

/** The requests of a load over keep-alive connections. Confined to the generator's event loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    Dialogue dialogue();

    /** The requests of one connection, and their answers. Throws {@link IllegalStateException} for a wrong answer. */
    interface Dialogue {
        ByteBuf next();

        void head(HttpResponse head);

        /** Receives the next chunk of the body. The buffer is valid only during the call. */
        void body(ByteBuf part);

        /** Called when the current request's answer is complete. Only then may the load ask for the next request. */
        default void answered(long intendedNanos, long sentNanos, long answeredNanos) {}
    }
}
