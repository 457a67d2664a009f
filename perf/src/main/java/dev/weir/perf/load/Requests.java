package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;

/** The requests that a load sends over its keep-alive connections. Confined to the generator's loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    /** Makes the dialogue of one connection. */
    Dialogue dialogue();

    /**
     * The requests of one connection, one after the other, and the check of their answers.
     *
     * <p>A wrong answer is an {@link IllegalStateException} or an {@link IllegalArgumentException}, whose message is the
     * reason. After one the dialogue is over.
     */
    interface Dialogue {
        ByteBuf next();

        void head(HttpResponse head);

        /** Takes the next part of the body, which is valid during the call. */
        void body(ByteBuf part);

        /** The load calls this when the answer to the current request is complete. It may then ask for the next request. */
        void answered(long intendedNanos, long sentNanos, long answeredNanos);
    }
}
