package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;

/** Writes the bytes of one event stream to its channel. Confined to the connection's event loop. */
interface EventOutput {
    /** Returns whether the caller must frame its bytes as HTTP/1.1 chunks (RFC 9112, 7.1). */
    boolean isChunked();

    /**
     * Writes and releases the buffer. The future completes when the socket or HTTP/2 stream has accepted the bytes.
     *
     * @param content how many of the bytes are content. The other bytes are the framing of an HTTP/1.1 chunk
     */
    ChannelFuture send(ByteBuf bytes, int content);

    /** Ends the response after all pending bytes are sent. */
    void end();

    /** Closes the connection or resets the HTTP/2 stream, and discards pending bytes. */
    void close();
}
