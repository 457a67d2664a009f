package dev.weir.reactive;

import dev.weir.connection.ConnectionLimits;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler.PriorKnowledgeUpgradeEvent;
import io.netty.util.ReferenceCountUtil;

/**
 * Stands between the codec of HTTP/1.1 and Reactor Netty, and lets through what that may see.
 *
 * <ul>
 *   <li>A head that {@link StrictHead} finds wrong is marked as one that cannot be decoded, which is answered with 400.
 *   <li>An {@code Upgrade} is declined by not being seen: the request is served as it is (RFC 9110, 7.8).
 *   <li>A request that waits behind another and wants the connection to be closed does not say so to Reactor Netty, which
 *       would close after the response before it and never answer. The gate closes, after the last response.
 *   <li>No more than {@link #MOST_WAITING} requests wait on a connection; Reactor Netty's queue of them has no end.
 *   <li>An answer that begins before the request's body is in says that the connection is closed after it, and {@link
 *       LingeringClose} does that. A body that nobody wants is not waited for.
 * </ul>
 *
 * <p>Confined to the event loop.
 */
final class RequestGate extends ChannelDuplexHandler {
    private static final int MOST_WAITING = 16;

    private final ConnectionLimits limits;
    private final HeadClock clock;
    /** Requests whose responses are not whole. */
    private int waiting;

    private boolean requestOpen;
    private boolean lastRequest;
    private boolean lastResponse;
    private boolean paused;

    private RequestGate(ConnectionLimits limits, HeadClock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Puts a gate behind the codec. */
    static void install(ChannelPipeline pipeline, ConnectionLimits limits) {
        String codec = pipeline.context(HttpServerCodec.class).name();
        pipeline.addAfter(codec, RefusalBody.class.getSimpleName(), RefusalBody.INSTANCE);
        pipeline.addAfter(
                codec, RequestGate.class.getSimpleName(), new RequestGate(limits, pipeline.get(HeadClock.class)));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lastRequest && !requestOpen) { // RFC 9112, 9.6: nothing after it is a request
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest request) {
            begin(context, request);
        }
        if (message instanceof LastHttpContent) {
            requestOpen = false;
            clock.requestIsIn();
        }
        context.fireChannelRead(message);
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        clock.headIsIn();
        requestOpen = true;
        waiting++;
        request.headers().remove(HttpHeaderNames.UPGRADE);
        String flaw = request.decoderResult().isSuccess() ? StrictHead.flaw(request) : null;
        if (flaw != null) {
            request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(flaw)));
        }
        if (waiting > 1 && !HttpUtil.isKeepAlive(request)) {
            lastRequest = true;
            HttpUtil.setKeepAlive(request, true);
        }
        if (waiting > MOST_WAITING) {
            paused = true;
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response && !isInterim(response) && waiting == 1) {
            lastResponse = requestOpen || lastRequest;
            if (lastResponse) {
                HttpUtil.setKeepAlive(response, false);
            }
        }
        ChannelPromise written = promise.unvoid();
        if (message instanceof LastHttpContent && !(message instanceof HttpResponse response && isInterim(response))) {
            ended(context, written);
        }
        var _ = context.write(message, written);
    }

    private static boolean isInterim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private void ended(ChannelHandlerContext context, ChannelPromise promise) {
        waiting = Math.max(0, waiting - 1);
        if (lastResponse) {
            promise.addListener(written -> LingeringClose.begin(context, limits));
        }
        if (paused && waiting <= MOST_WAITING / 2) {
            paused = false;
            context.channel().config().setAutoRead(true);
        }
    }

    /** It is HTTP/2 from the first byte on, of which the gate has seen none. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof PriorKnowledgeUpgradeEvent) {
            context.pipeline().remove(RefusalBody.class);
            context.pipeline().remove(this);
        }
        context.fireUserEventTriggered(event);
    }
}
