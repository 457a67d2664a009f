package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection of the generator. Netty's decoder reads the answers; a subclass gets their parts in place.
 *
 * <p>A byte that no request asked for ends the connection: the generator counts exact bytes.
 */
public abstract class HttpConnection extends Connection {
    private static final int LONGEST_BODY = 64 * 1024;
    /** A part of a body is whatever one read brought, and is not cut further. */
    private static final HttpDecoderConfig CONFIG = new HttpDecoderConfig()
            .setMaxHeaderSize(16 * 1024)
            .setMaxChunkSize(Integer.MAX_VALUE)
            .setValidateHeaders(false);

    /** Requests that were sent and have no complete answer yet. */
    private int expected;

    /** Whether the first byte of an answer has arrived and the last one has not. */
    private boolean inAnswer;

    private long readNanos;
    private long answerBeganNanos;
    private @Nullable HttpResponse head;

    /** Sends one request. */
    protected final void request(ByteBuf request) {
        request(request, 1);
    }

    /**
     * Sends pipelined requests: none waits for the answer to the one before it.
     *
     * @param requests the bytes of all the requests
     * @param count how many requests the bytes hold
     */
    protected final void request(ByteBuf requests, int count) {
        expected += count;
        send(requests);
    }

    /** Sends one request, which must be ASCII. */
    protected final void request(String request) {
        request(Unpooled.wrappedBuffer(request.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The head of an answer is complete. This method accepts every head that tells where its body ends. */
    protected void head(HttpResponse head) {
        if (!HttpUtil.isContentLengthSet(head)
                && !HttpUtil.isTransferEncodingChunked(head)
                && !head.status().equals(HttpResponseStatus.NO_CONTENT)) {
            throw new IllegalStateException("no length");
        }
    }

    /** Takes the next part of a body, which is valid during the call. */
    protected void body(ByteBuf part) {}

    /** The last byte of an answer has arrived. */
    protected abstract void answered(HttpResponse head);

    /** Requests without a complete answer. */
    protected final int expected() {
        return expected;
    }

    /** When the bytes arrived that are read now, by {@link System#nanoTime()}. */
    protected final long readNanos() {
        return readNanos;
    }

    /** When the first byte of the latest answer arrived; 0 before that. */
    protected final long answerBeganNanos() {
        return answerBeganNanos;
    }

    /** The reason to report for a connection that the server closed too early. */
    protected final String lost() {
        if (inAnswer) {
            return "the answer ended early";
        }
        return expected > 0 ? "closed without an answer" : "closed before its first request";
    }

    /**
     * Appends a part to a body that is kept.
     *
     * @throws IllegalStateException when the body is longer than 64 KiB
     */
    public static void append(ByteBuf body, ByteBuf part) {
        if (body.readableBytes() + part.readableBytes() > LONGEST_BODY) {
            throw new IllegalStateException("a body of more than " + LONGEST_BODY + " bytes");
        }
        body.writeBytes(part);
    }

    @Override
    protected final ChannelHandler decoder() {
        return new Decoder();
    }

    @Override
    protected final void read(Object message) {
        if (((HttpObject) message).decoderResult().isFailure()) {
            throw new IllegalStateException(
                    message instanceof HttpResponse ? "not an HTTP/1.1 response" : "broken chunks");
        }
        if (message instanceof HttpResponse response) {
            head = response;
            head(response);
        } else if (message instanceof HttpContent content) {
            if (content.content().isReadable()) {
                body(content.content());
            }
            if (content instanceof LastHttpContent && head != null) {
                expected--;
                answered(head);
            }
        }
    }

    /** Notes the instants, and finds bytes outside of answers, which Netty's decoder would skip or wait for. */
    private final class Decoder extends HttpResponseDecoder {
        Decoder() {
            super(CONFIG);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object in) throws Exception {
            readNanos = System.nanoTime();
            super.channelRead(context, in);
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
            if (!inAnswer) {
                beginAnswer(in);
            }
            if (isEnded()) {
                in.skipBytes(in.readableBytes());
                return;
            }
            super.decode(context, in, out);
            if (!out.isEmpty() && out.getLast() instanceof LastHttpContent) {
                inAnswer = false;
                if (expected == 1 && in.isReadable()) {
                    end("bytes after the end of the body");
                }
            }
        }

        private void beginAnswer(ByteBuf in) {
            if (expected == 0) {
                end(head == null ? "bytes that nobody asked for" : "bytes after the end of the body");
            } else if (in.getByte(in.readerIndex()) != 'H') {
                end("not an HTTP/1.1 response");
            }
            inAnswer = true;
            answerBeganNanos = readNanos;
        }

        /** A closed connection completes no answer. */
        @Override
        protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {}
    }
}
