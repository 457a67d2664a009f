package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;

/** Where a feed writes. Confined to the connection's event loop. */
interface EventOutput {
    /** Whether the feed has to frame its bytes as chunks of HTTP/1.1 (RFC 9112, 7.1). */
    boolean isChunked();

    /**
     * Writes and releases the bytes. The future is done when the socket, or the HTTP/2 stream, has them or has failed.
     */
    ChannelFuture send(ByteBuf bytes);

    /** Ends the response properly, after everything that was sent. */
    void end();

    /** Closes the connection, or resets the HTTP/2 stream, without waiting for what was sent. */
    void close();
}
