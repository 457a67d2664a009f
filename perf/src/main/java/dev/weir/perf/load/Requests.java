package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;

/** The requests that a load sends over its keep-alive connections. Confined to the generator's loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    Dialogue dialogue();

    /**
     * The requests of one connection, one after the other, and the check of their answers. A method throws an
     * {@link IllegalStateException} or {@link IllegalArgumentException} for a wrong answer.
     */
    interface Dialogue {
        ByteBuf next();

        void head(HttpResponse head);

        /** Takes the next part of the body, which is valid during the call. */
        void body(ByteBuf part);

        /** Called when the answer to the current request is complete. The load may then ask for the next request. */
        default void answered(long intendedNanos, long sentNanos, long answeredNanos) {}
    }
}
