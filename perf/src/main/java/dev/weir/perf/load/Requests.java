package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;

/** Creates the requests of a load. Used only on the load generator's event loop. */
public interface Requests {
    InetSocketAddress address();

    boolean hasNext();

    Dialogue dialogue();

    /** Returns the first {@code count} of these requests. {@code listener} receives the times of each answer. */
    default Requests first(long count, Listener listener) {
        return new FirstRequests(this, new AtomicLong(count), listener);
    }

    /** Receives the times of a complete response, as values of {@link System#nanoTime()}. */
    interface Listener {
        void answered(long intendedNanos, long sentNanos, long answeredNanos);
    }

    /** The requests and responses of one connection. Methods throw {@link IllegalStateException} on wrong responses. */
    interface Dialogue extends Listener {
        ByteBuf next();

        void head(HttpResponse head);

        /** Receives the next part of a response's body. The buffer is valid only during the call. */
        void body(ByteBuf part);

        /** Called when a response is complete. */
        @Override
        default void answered(long intendedNanos, long sentNanos, long answeredNanos) {}
    }

    /** A limited number of the requests in {@code all}. {@code left} counts the requests that are still to be sent. */
    record FirstRequests(Requests all, AtomicLong left, Listener listener) implements Requests {
        @Override
        public InetSocketAddress address() {
            return all.address();
        }

        @Override
        public boolean hasNext() {
            return left.get() > 0 && all.hasNext();
        }

        @Override
        public Dialogue dialogue() {
            Dialogue dialogue = all.dialogue();
            return new Dialogue() {
                @Override
                public ByteBuf next() {
                    left.decrementAndGet();
                    return dialogue.next();
                }

                @Override
                public void head(HttpResponse head) {
                    dialogue.head(head);
                }

                @Override
                public void body(ByteBuf part) {
                    dialogue.body(part);
                }

                @Override
                public void answered(long intendedNanos, long sentNanos, long answeredNanos) {
                    dialogue.answered(intendedNanos, sentNanos, answeredNanos);
                    listener.answered(intendedNanos, sentNanos, answeredNanos);
                }
            };
        }
    }
}
