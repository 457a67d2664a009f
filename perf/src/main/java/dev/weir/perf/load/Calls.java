package dev.weir.perf.load;

import dev.weir.soap.SoapAnswer;
import dev.weir.soap.SoapCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * SOAP calls that were signed ahead, each sent once.
 *
 * <p>Here an answer only has to be complete: whether it is right takes a verification, which is for when nothing is
 * timed. Confined to the generator's loop.
 */
public final class Calls implements Requests {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final InetSocketAddress address;
    private final Queue<SignedCall> supply;
    private final Listener listener;
    private final byte[] head;

    /** Hears what came of each call, on the generator's loop. */
    public interface Listener {
        /** Status 200; nobody has looked into the envelope. */
        void answered(AnsweredCall call, Times times);

        /**
         * Status 503, which is an error unless it is wanted.
         *
         * @param saysWhen whether it says when to try again
         * @return whether the call is to be sent again: nobody has remembered it
         */
        default boolean refused(boolean saysWhen, Times times) {
            throw new IllegalStateException("status " + UNAVAILABLE);
        }

        /** When the request was meant to be sent, when it was, and when the last byte of its answer was read. */
        record Times(long intendedNanos, long sentNanos, long answeredNanos) {}
    }

    public Calls(InetSocketAddress address, Collection<SignedCall> supply, Listener listener) {
        this.address = address;
        this.supply = new ArrayDeque<>(supply);
        this.listener = listener;
        head = ("POST /ws HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                        + "\r\nUser-Agent: weir-perf\r\nConnection: keep-alive\r\nSOAPAction: \"\"\r\nContent-Type: "
                        + SoapAnswer.MEDIA_TYPE + "\r\nContent-Length: ")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public boolean hasNext() {
        return !supply.isEmpty();
    }

    @Override
    public Dialogue dialogue() {
        return new Caller();
    }

    private final class Caller implements Dialogue {
        private final WholeAnswer answer = new WholeAnswer();
        private @Nullable SignedCall call;

        @Override
        public ByteBuf next() {
            SignedCall next = supply.poll();
            if (next == null) {
                throw new IllegalStateException("no signed call is left");
            }
            call = next;
            byte[] envelope = next.request().envelope();
            byte[] length = (envelope.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            return Unpooled.wrappedBuffer(head, length, envelope);
        }

        @Override
        public int read(ByteBuf in) {
            int bytes = in.readableBytes();
            answer.readAll(in);
            if (answer.isComplete() && answer.status() != OK && answer.status() != UNAVAILABLE) {
                throw new IllegalStateException("status " + answer.status());
            }
            return bytes;
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
            SignedCall over = Objects.requireNonNull(call, "nothing was asked");
            Listener.Times times = new Listener.Times(intendedNanos, sentNanos, answeredNanos);
            if (answer.status() == OK) {
                listener.answered(new AnsweredCall(over, answer.body()), times);
            } else if (listener.refused(answer.saysWhenToRetry(), times)) {
                supply.add(over);
            }
            answer.clear();
        }
    }

    /** A call and the envelope that came, which nobody has looked into. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares two, and nobody writes to it
    public record AnsweredCall(SignedCall call, byte[] envelope) {}

    /** The request for {@code a + b}, signed, to be sent once. */
    public record SignedCall(int a, int b, SoapCall.Request request) {}
}
