package dev.weir.reactive.netty;

import dev.weir.access.OpenRequests;
import dev.weir.connection.ConnectionLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler.PriorKnowledgeUpgradeEvent;
import io.netty.util.ReferenceCountUtil;

/**
 * Counts the open requests of an HTTP/1.1 connection, and corrects how Reactor Netty handles requests and responses.
 * Confined to the event loop.
 *
 * <ul>
 * <li>Makes Reactor Netty answer 400 to a request head that {@link StrictHead} finds invalid.
 * <li>Ignores the header field {@code Upgrade} (RFC 9110, 7.8).
 * <li>Makes Reactor Netty answer a pipelined request that has {@code Connection: close}. By default, it would not.
 * <li>Stops reading if more than {@link #MOST_WAITING} requests wait for a response, or if an incomplete request waits
 * behind another request. Reactor Netty would queue any number of requests, and bodies of any size.
 * <li>Closes the connection if a body is malformed, unless its request is a POST, alone, and without a response yet.
 * Reactor Netty could treat the body as complete, or never release the resources of the current response.
 * <li>Closes the connection by {@link LingeringClose} if a response begins before the request's body is complete.
 * </ul>
 */
final class RequestGate extends ChannelDuplexHandler {
    private static final int MOST_WAITING = 16;

    private final ConnectionLimits limits;
    private final HeadClock clock;
    private final OpenRequests open;
    /** The number of received requests whose response is not completely written yet. */
    private int waiting;
    /** The number of responses that are written, but not yet sent completely. Reactor Netty queues what follows. */
    private int unsent;

    private boolean requestOpen;
    private boolean isPost;
    /** Whether the latest request has a body. If not, the response may begin before {@code LastHttpContent} is read. */
    private boolean hasBody;
    /** Whether this handler is passing the head of a request without a body to Reactor Netty. */
    private boolean passing;

    private boolean lastRequest;
    private boolean lastResponse;
    private boolean paused;
    /** Whether a response has begun but is not completely written. */
    private boolean responding;

    private RequestGate(ConnectionLimits limits, HeadClock clock, OpenRequests open) {
        this.limits = limits;
        this.clock = clock;
        this.open = open;
    }

    static void install(ChannelPipeline pipeline, ConnectionLimits limits, OpenRequests open) {
        RefusalBody.INSTANCE.install(pipeline);
        String codec = pipeline.context(HttpServerCodec.class).name();
        pipeline.addAfter(
                codec, RequestGate.class.getSimpleName(), new RequestGate(limits, pipeline.get(HeadClock.class), open));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lastRequest && !requestOpen) { // RFC 9112, 9.6: ignore everything after the last request
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest request) {
            begin(request);
            passing = !hasBody;
        } else if (message instanceof HttpContent content
                && content.decoderResult().isFailure()
                && (waiting != 1 || unsent > 0 || responding || !isPost)) {
            ReferenceCountUtil.release(message);
            var _ = context.close();
            return;
        }
        if (message instanceof LastHttpContent) {
            requestOpen = false;
            clock.requestIsIn();
        }
        pauseOrGoOn(context);
        context.fireChannelRead(message);
        passing = false;
    }

    private void pauseOrGoOn(ChannelHandlerContext context) {
        boolean mustPause = waiting > (paused ? MOST_WAITING / 2 : MOST_WAITING)
                || (waiting + unsent > 1 && requestOpen && hasBody);
        if (mustPause != paused) {
            paused = mustPause;
            context.channel().config().setAutoRead(!paused);
            read(context);
        }
    }

    /** Does nothing while paused, because Reactor Netty turns reading on again for each request that it begins. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (!paused) {
            context.read();
        }
    }

    /** Returns whether the request that Reactor Netty now begins has no body and has not waited behind another. */
    static boolean isReady(Channel channel) {
        RequestGate gate = channel.pipeline().get(RequestGate.class);
        return gate != null && gate.passing;
    }

    private void begin(HttpRequest request) {
        clock.headIsIn();
        requestOpen = true;
        isPost = request.method().equals(HttpMethod.POST);
        waiting++;
        open.begin();
        request.headers().remove(HttpHeaderNames.UPGRADE);
        StrictHead.check(request);
        hasBody = StrictHead.hasBody(request.headers());
        if (request.decoderResult().isFailure()) {
            request.setProtocolVersion(HttpVersion.HTTP_1_1); // HTTP/2.0 would end the response that is being written
            hasBody = true; // of unknown length
        }
        if (waiting > 1 && !HttpUtil.isKeepAlive(request)) {
            lastRequest = true;
            HttpUtil.setKeepAlive(request, true);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean isInterim =
                message instanceof HttpResponse head && head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (message instanceof HttpResponse response && !isInterim) {
            responding = true;
            lastResponse = waiting == 1 && ((requestOpen && hasBody) || lastRequest);
            if (lastResponse) {
                HttpUtil.setKeepAlive(response, false);
            }
        }
        ChannelPromise written = promise.unvoid();
        if (message instanceof LastHttpContent && !isInterim) {
            ended(context, written);
        }
        var _ = context.write(message, written);
    }

    private void ended(ChannelHandlerContext context, ChannelPromise promise) {
        responding = false;
        if (waiting > 0) {
            waiting--;
            open.end();
        }
        if (lastResponse) {
            promise.addListener(written -> LingeringClose.begin(context, limits));
        }
        unsent++;
        promise.addListener(written -> {
            unsent--;
            pauseOrGoOn(context);
        });
    }

    /** Counts the open requests as ended. Called when the connection ends or an event stream takes it over. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (paused) {
            paused = false;
            context.channel().read();
        }
        for (; waiting > 0; waiting--) {
            open.end();
        }
    }

    /** Removes this handler if the client starts with HTTP/2 instead of HTTP/1.1 (prior knowledge). */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof PriorKnowledgeUpgradeEvent) {
            context.pipeline().remove(RefusalBody.class);
            context.pipeline().remove(this);
        }
        context.fireUserEventTriggered(event);
    }
}
