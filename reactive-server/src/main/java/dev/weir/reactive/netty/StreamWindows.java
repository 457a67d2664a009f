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
 * Reports when an HTTP/2 stream becomes writable (RFC 9113, 5.2). Netty itself does not report that a stream's
 * flow-control window has opened. This class does not use {@link Http2RemoteFlowController#isWritable}. That
 * method also counts the bytes of other streams, so one stream could block another. Confined to the event loop.
 */
public final class StreamWindows extends ChannelInboundHandlerAdapter {
    private final Channel connection;
    private final Http2FrameCodec codec;
    /**
     * For each stream that is not writable: the callback to run when the stream becomes writable. An entry is removed
     * before its callback runs, or when its stream ends.
     */
    private final Map<Http2FrameStream, Runnable> waiting = new HashMap<>();
    /**
     * For each stream: how many bytes the client has added to the stream's flow-control window since the call of
     * {@link #count}.
     */
    private final Map<Http2FrameStream, Long> widenedBytes = new HashMap<>();

    private StreamWindows(Channel connection, Http2FrameCodec codec) {
        this.connection = connection;
        this.codec = codec;
    }

    /** Returns the {@code StreamWindows} handler of an HTTP/2 connection. Adds it to the pipeline at the first call. */
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

    /** Listens for WINDOW_UPDATE frames of the whole connection (stream 0). Netty's codec does not pass them on. */
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

    /** Starts to count the bytes that the client adds to the stream's flow-control window. */
    void count(Http2FrameStream stream) {
        if (codec.connection().stream(stream.id())
                != null) { // otherwise the stream has ended, and no event would remove the entry
            widenedBytes.putIfAbsent(stream, 0L);
        }
    }

    /**
     * Returns the number of sent content bytes plus an unknown constant. Use only the difference between two results.
     * Returns 0 after the end of the stream.
     */
    long sent(Http2FrameStream stream) {
        Http2Stream state = codec.connection().stream(stream.id());
        Http2RemoteFlowController flow = codec.encoder().flowController();
        return state == null
                ? 0
                : flow.initialWindowSize() + widenedBytes.getOrDefault(stream, 0L) - flow.windowSize(state);
    }

    /**
     * Returns true if the stream is writable or has ended. Otherwise returns false, and runs {@code opened} once when
     * the stream becomes writable. If the stream ends first, {@code opened} never runs.
     */
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
        } else if (message instanceof Http2SettingsFrame) { // may widen all windows
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
