package dev.weir.reactive.netty;

import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;

/** Replaces an error response of Reactor Netty itself by a problem document (RFC 9457) with status 400. Stateless. */
@Sharable
public final class RefusalBody extends ChannelOutboundHandlerAdapter {
    static final RefusalBody INSTANCE = new RefusalBody(Problem.json(HttpResponseStatus.BAD_REQUEST.code()));
    /** The handler for the management port. It sends the problem {@link Problem#MALFORMED_REQUEST}. */
    public static final RefusalBody OF_MANAGEMENT = new RefusalBody(Problem.MALFORMED_REQUEST.json());

    private final String json;

    private RefusalBody(String json) {
        this.json = json;
    }

    /** Adds this handler to the pipeline of an HTTP/1.1 connection. */
    public void install(ChannelPipeline pipeline) {
        String codec = pipeline.context(HttpServerCodec.class).name();
        pipeline.addAfter(codec, RefusalBody.class.getSimpleName(), this);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        super.write(
                context,
                message instanceof FullHttpResponse answer && isRefusal(answer) ? told(answer) : message,
                promise);
    }

    /**
     * Returns whether Reactor Netty itself refused the request. Its error responses have {@code Content-Length: 0}.
     * Error responses of the application have a positive length, even to HEAD.
     */
    private static boolean isRefusal(FullHttpResponse answer) {
        return answer.status().code() >= 400 && answer.headers().contains(HttpHeaderNames.CONTENT_LENGTH, "0", false);
    }

    private FullHttpResponse told(FullHttpResponse answer) {
        // Always 400, so both servers answer alike. Tomcat does not use 414 and 431.
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        FullHttpResponse told = answer.replace(Unpooled.wrappedBuffer(body)).setStatus(HttpResponseStatus.BAD_REQUEST);
        told.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        SecurityFields.OF_DATA.forEach(told.headers()::set);
        answer.release();
        return told;
    }
}
