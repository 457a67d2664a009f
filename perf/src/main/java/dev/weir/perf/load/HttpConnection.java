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

/** An HTTP/1.1 client connection. It passes on bodies in parts, without a copy, and ends on unexpected bytes. */
public abstract class HttpConnection extends Connection {
    private static final int LONGEST_BODY = 64 * 1024;
    /** The options of Netty's decoder. With a small chunk size, the decoder would divide bodies into small parts. */
    private static final HttpDecoderConfig CONFIG = new HttpDecoderConfig()
            .setMaxHeaderSize(16 * 1024)
            .setMaxChunkSize(Integer.MAX_VALUE)
            .setValidateHeaders(false);

    private int expected;
    private boolean inAnswer;
    private long readNanos;
    private long answerBeganNanos;
    private @Nullable HttpResponse head;

    protected final void request(ByteBuf requests, int count) {
        expected += count;
        send(requests);
    }

    protected final void request(String request) {
        request(Unpooled.wrappedBuffer(request.getBytes(StandardCharsets.US_ASCII)), 1);
    }

    protected void head(HttpResponse head) {
        if (!HttpUtil.isContentLengthSet(head)
                && !HttpUtil.isTransferEncodingChunked(head)
                && !head.status().equals(HttpResponseStatus.NO_CONTENT)) {
            throw new IllegalStateException("no length");
        }
    }

    protected void body(ByteBuf part) {}

    protected abstract void answered(HttpResponse head);

    protected final int expected() {
        return expected;
    }

    protected final long readNanos() {
        return readNanos;
    }

    protected final long answerBeganNanos() {
        return answerBeganNanos;
    }

    protected final String lost() {
        if (inAnswer) {
            return "the answer ended early";
        }
        return expected > 0 ? "closed without an answer" : "closed before its first request";
    }

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

    /** Decodes responses. Bytes outside of a response end the connection. Netty's own decoder would ignore them. */
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

        /** Does nothing. Netty would otherwise treat the end of the connection as the end of a response. */
        @Override
        protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {}
    }
}
