package dev.weir.reactive.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamEvent;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2WindowUpdateFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Knows when a stream of an HTTP/2 connection is writable: its window and the connection's are open, and the socket has
 * room.
 *
 * <p>Stands between Netty's codec and its multiplexer, since the multiplexer does not tell a stream that its window has
 * opened. Netty's own {@code isWritable} of a stream also counts the bytes that other streams queue behind their closed
 * windows, so these streams would block this one. Confined to the event loop.
 */
public final class StreamWindows extends ChannelInboundHandlerAdapter {
    private final Channel connection;
    private final Http2FrameCodec codec;
    /** By open stream, so bounded by the number of streams that a connection may have. */
    private final Map<Http2FrameStream, Runnable> waiting = new HashMap<>();
    /** By stream that is counted, so bounded in the same way. */
    private final Map<Http2FrameStream, Long> widenedBytes = new HashMap<>();

    private StreamWindows(Channel connection, Http2FrameCodec codec) {
        this.connection = connection;
        this.codec = codec;
    }

    /** The windows of the streams of an HTTP/2 connection, not of one of its streams; the first call adds the handler. */
    public static StreamWindows of(Channel connection) {
        ChannelPipeline pipeline = connection.pipeline();
        StreamWindows known = pipeline.get(StreamWindows.class);
        if (known != null) {
            return known;
        }
        StreamWindows own = new StreamWindows(connection, pipeline.get(Http2FrameCodec.class));
        pipeline.addAfter(pipeline.context(Http2FrameCodec.class).name(), StreamWindows.class.getSimpleName(), own);
        own.listen();
        return own;
    }

    /** To the decoder, since the codec passes on no WINDOW_UPDATE of the connection. */
    private void listen() {
        codec.decoder()
                .frameListener(new Http2FrameListenerDecorator(codec.decoder().frameListener()) {
                    @Override
                    public void onWindowUpdateRead(ChannelHandlerContext context, int streamId, int bytes)
                            throws Http2Exception {
                        super.onWindowUpdateRead(context, streamId, bytes);
                        if (streamId == Http2CodecUtil.CONNECTION_STREAM_ID) {
                            lookAtAll();
                        }
                    }
                });
    }

    /** Counts from now on by how much the client widens the stream's window; {@link #sent} needs it. */
    void count(Http2FrameStream stream) {
        if (codec.connection().stream(stream.id()) != null) { // else nothing tells any more that it has ended
            widenedBytes.putIfAbsent(stream, 0L);
        }
    }

    /** The content that the stream has sent, and a constant; only differences mean something. 0 once it has ended. */
    long sent(Http2FrameStream stream) {
        Http2Stream state = codec.connection().stream(stream.id());
        Http2RemoteFlowController flow = codec.encoder().flowController();
        return state == null
                ? 0
                : flow.initialWindowSize() + widenedBytes.getOrDefault(stream, 0L) - flow.windowSize(state);
    }

    /** Whether the stream is writable. If not, runs {@code opened} once it is, unless the stream ends before. */
    public boolean isOpen(Http2FrameStream stream, Runnable opened) {
        if (isOpen(stream)) {
            return true;
        }
        waiting.put(stream, opened);
        return false;
    }

    private boolean isOpen(Http2FrameStream stream) {
        Http2Stream state = codec.connection().stream(stream.id());
        Http2RemoteFlowController flow = codec.encoder().flowController();
        return state == null // the stream has ended; its channel reports that
                || (flow.windowSize(state) > 0
                        && flow.windowSize(codec.connection().connectionStream()) > 0
                        && connection.isWritable());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        context.fireChannelRead(message);
        if (message instanceof Http2WindowUpdateFrame update) {
            widenedBytes.computeIfPresent(update.stream(), (_, bytes) -> bytes + update.windowSizeIncrement());
            look(update.stream());
        } else if (message instanceof Http2SettingsFrame) { // which may widen all windows
            lookAtAll();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.fireChannelWritabilityChanged();
        lookAtAll();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof Http2FrameStreamEvent change && change.stream().state() == Http2Stream.State.CLOSED) {
            waiting.remove(change.stream());
            widenedBytes.remove(change.stream());
        }
        context.fireUserEventTriggered(event);
    }

    private void lookAtAll() {
        List.copyOf(waiting.keySet()).forEach(this::look);
    }

    private void look(Http2FrameStream stream) {
        Runnable opened = waiting.get(stream);
        if (opened != null && isOpen(stream)) {
            waiting.remove(stream);
            opened.run();
        }
    }
}
