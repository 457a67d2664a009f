package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;

/** What a load asks over its keep-alive connections. Confined to the generator's loop. */
public interface Requests {
    InetSocketAddress address();

    /** Whether one is left. */
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

        /** Takes all of {@code in}: with one request under way nothing may follow its answer. */
        void read(ByteBuf in);

        /** Whether the answer is here, and right. */
        boolean isComplete();

        /** Whether the server says that it ends the connection after this answer. */
        boolean closes();

        /** Ready for the next one, after a complete answer. */
        void clear(long intendedNanos, long sentNanos, long answeredNanos);
    }

    /** The same GET again and again, every byte of whose answer is compared. */
    static final class Gets implements Requests.Dialogue {
        private final byte[] request;
        private final Target.Answer answer;

        Gets(byte[] request, Target.ExpectedBody body) {
            this.request = request;
            this.answer = new Target.Answer(body);
        }

        @Override
        public ByteBuf next() {
            return Unpooled.wrappedBuffer(request);
        }

        @Override
        public void read(ByteBuf in) {
            var _ = answer.read(in);
        }

        @Override
        public boolean isComplete() {
            return answer.isComplete();
        }

        @Override
        public boolean closes() {
            return answer.closes();
        }

        @Override
        public void clear(long intendedNanos, long sentNanos, long answeredNanos) {
            answer.clear();
        }
    }
}
