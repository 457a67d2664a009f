package dev.weir.reactive.tuned.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;

/** Writes the bytes of one event stream. Confined to the connection's event loop. */
interface EventOutput {
    /** Whether the caller must frame its bytes as HTTP/1.1 chunks (RFC 9112, 7.1). */
    boolean isChunked();

    /** Writes and releases the bytes. The future completes when the socket or the HTTP/2 stream has accepted them. */
    ChannelFuture send(ByteBuf bytes);

    /** Ends the response after all pending bytes. */
    void end();

    /** Closes the connection or resets the HTTP/2 stream, and discards pending bytes. */
    void close();
}
