package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/** What a load asks over its keep-alive connections. Confined to the generator's loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    /** What one connection says and hears. */
    Dialogue dialogue();

    /**
     * One request after the other on one connection, each with its answer as it comes.
     *
     * <p>Whatever is wrong is an {@link IllegalStateException} or an {@link IllegalArgumentException} whose message is the
     * reason; after one, nothing more may be said.
     */
    interface Dialogue {
        /** The next request as it is sent. */
        ByteBuf next();

        /**
         * Takes all of {@code in}: with one request under way nothing may follow its answer.
         *
         * @return how many bytes of the body were in it
         */
        int read(ByteBuf in);

        /** Whether the answer is here, and right. */
        boolean isComplete();

        /** Whether the server says that it ends the connection after this answer. */
        boolean closes();

        /** Ready for the next one, after a complete answer. */
        void clear(long intendedNanos, long sentNanos, long answeredNanos);
    }
}
