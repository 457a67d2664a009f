package dev.weir.perf.load;

import dev.weir.soap.SoapCall;
import dev.weir.soap.message.SoapAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Sends SOAP calls that were signed in advance. Verifies no response, because that would take much CPU time. */
public final class Calls implements Requests {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final InetSocketAddress address;
    private final Queue<SignedCall> supply;
    private final Listener listener;
    private final byte[] head;

    public interface Listener {
        /** Called on the generator's event loop for each response with status 200. The response is not verified yet. */
        void answered(AnsweredCall call, Times times);

        /** Called for status 503. {@code saysWhen} is true if {@code Retry-After} is set. Returns whether to retry. */
        default boolean refused(boolean saysWhen, Times times) {
            throw new IllegalStateException("status " + UNAVAILABLE);
        }

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
        private final ByteBuf body = Unpooled.buffer();
        private @Nullable SignedCall call;
        private int status;
        private boolean saysWhen;

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
        public void head(HttpResponse head) {
            status = head.status().code();
            saysWhen = head.headers().contains(HttpHeaderNames.RETRY_AFTER);
            if (status != OK && status != UNAVAILABLE) {
                throw new IllegalStateException("status " + status);
            }
        }

        @Override
        public void body(ByteBuf part) {
            HttpConnection.append(body, part);
        }

        @Override
        public void answered(long intendedNanos, long sentNanos, long answeredNanos) {
            SignedCall over = Objects.requireNonNull(call, "no call was sent");
            Listener.Times times = new Listener.Times(intendedNanos, sentNanos, answeredNanos);
            byte[] envelope = ByteBufUtil.getBytes(body);
            body.clear();
            if (status == OK) {
                listener.answered(new AnsweredCall(over, envelope), times);
            } else if (listener.refused(saysWhen, times)) {
                supply.add(over);
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // the array is never compared and never written to
    public record AnsweredCall(SignedCall call, byte[] envelope) {}

    public record SignedCall(int a, int b, SoapCall.Request request) {}
}
