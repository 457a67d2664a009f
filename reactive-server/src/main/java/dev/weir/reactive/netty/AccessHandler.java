package dev.weir.reactive.netty;

import dev.weir.access.AccessEntry;
import dev.weir.access.AccessLog;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler.PriorKnowledgeUpgradeEvent;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Writes the access-log entries of one connection, or of one HTTP/2 stream. Exists only if the access log is on.
 * Confined to the event loop.
 *
 * <p>The handler is next to the codec in the pipeline, so it also sees the bytes that bypass Reactor Netty. It counts
 * bytes when the socket has accepted them. If the connection breaks, it counts nothing for a buffer that was sent in
 * part, because Netty does not report how much of the buffer was sent.
 */
public final class AccessHandler extends ChannelDuplexHandler {
    /** Marks the connections of the management port, whose requests are not logged. */
    public static final AttributeKey<Boolean> UNLOGGED = AttributeKey.valueOf(AccessHandler.class, "unlogged");

    private final AccessLog log;
    private @Nullable AccessEntry current;
    /** The status of the current response, or 0 before it begins. */
    private int status;
    /** Null, or a malformed request head. Reactor Netty answers such a request without the application. */
    private @Nullable HttpRequest invalid;

    private AccessHandler(AccessLog log) {
        this.log = log;
    }

    /**
     * Returns the access-log handler in the pipeline. Adds it to the pipeline at the first call. The pipeline must have
     * an HTTP codec.
     */
    static AccessHandler install(ChannelPipeline pipeline, AccessLog log) {
        AccessHandler there = pipeline.get(AccessHandler.class);
        if (there != null) {
            return there;
        }
        AccessHandler added = new AccessHandler(log);
        String before = pipeline.get(RequestGate.class) != null
                ? pipeline.context(RequestGate.class).name() // comes first, because it marks invalid heads
                : pipeline.get(NettyPipeline.H2ToHttp11Codec) != null
                        ? NettyPipeline.H2ToHttp11Codec
                        : NettyPipeline.HttpCodec;
        pipeline.addAfter(before, AccessHandler.class.getSimpleName(), added);
        return added;
    }

    /** Begins the access-log entry of a request that Reactor Netty is about to pass to the application. */
    static void begin(Connection connection, HttpServerRequest request, AccessLog log) {
        install(connection.channel().pipeline(), log)
                .begin(
                        connection.channel(),
                        request.method().name(),
                        request.uri(),
                        request.version().text(),
                        request.requestHeaders());
    }

    private void begin(Channel channel, HttpRequest head) {
        if (head instanceof FullHttpRequest) { // Netty invents one if it cannot read the request line
            begin(channel, null, null, null, head.headers());
        } else {
            begin(
                    channel,
                    head.method().name(),
                    head.uri(),
                    head.protocolVersion().text(),
                    head.headers());
        }
    }

    private void begin(
            Channel channel,
            @Nullable String method,
            @Nullable String target,
            @Nullable String protocol,
            HttpHeaders fields) {
        breakOff();
        status = 0;
        current = log.begin(
                method,
                target,
                protocol,
                name -> field(fields, name),
                channel.remoteAddress() instanceof InetSocketAddress remote ? remote.getAddress() : null);
    }

    private static @Nullable String field(HttpHeaders fields, String name) {
        List<String> lines = fields.getAll(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    /** Returns the access-log entry of the request that the application is answering, or null if there is none. */
    public static @Nullable AccessEntry current(Channel channel) {
        AccessHandler handler = channel.pipeline().get(AccessHandler.class);
        return handler == null ? null : handler.current;
    }

    /** Returns the same entry as {@link #current}, and removes it from the handler. The caller must end the entry. */
    public static @Nullable AccessEntry takeOver(Channel channel) {
        AccessHandler handler = channel.pipeline().get(AccessHandler.class);
        AccessEntry taken = current(channel);
        if (handler != null) {
            handler.current = null;
        }
        return taken;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest head && head.decoderResult().isFailure()) {
            invalid = head;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean interim = message instanceof HttpResponse head && head.status().code() < 200;
        if (message instanceof HttpResponse response && !interim) {
            if (current == null && invalid != null) {
                begin(context.channel(), invalid);
            }
            status = response.status().code();
        }
        AccessEntry entry = current;
        if (entry == null || interim) {
            var _ = context.write(message, promise);
        } else {
            write(context, message, promise.unvoid(), entry);
        }
    }

    private void write(ChannelHandlerContext context, Object message, ChannelPromise written, AccessEntry entry) {
        long content = content(message);
        if (content > 0) {
            written.addListener(future -> entry.sent(future.isSuccess() ? content : partOf(message)));
        }
        if (message instanceof LastHttpContent) {
            int answered = status;
            current = null;
            written.addListener(future -> entry.end(answered, 0, !future.isSuccess()));
        }
        var _ = context.write(message, written);
    }

    private static long content(Object message) {
        return switch (message) {
            case ByteBufHolder part -> part.content().readableBytes(); // content or, over HTTP/2, a DATA frame
            case ByteBuf part -> part.readableBytes();
            case FileRegion part -> part.count();
            default -> 0;
        };
    }

    private static long partOf(Object message) {
        return message instanceof FileRegion region ? region.transferred() : 0;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        breakOff();
        context.fireChannelInactive();
    }

    private void breakOff() {
        if (current != null) {
            current.end(status, 0, true);
            current = null;
        }
    }

    /** Removes this handler if the client starts with HTTP/2. Each HTTP/2 stream gets a handler of its own. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof PriorKnowledgeUpgradeEvent) {
            context.pipeline().remove(this);
        }
        context.fireUserEventTriggered(event);
    }
}
