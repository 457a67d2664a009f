package dev.weir.reactive.tuned.netty;

import dev.weir.events.Batch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Copies each batch of events only once, into a direct buffer that all clients of an event loop share. Keeps only the
 * latest buffer, because an event loop usually sends one batch to all its clients. Confined to the event loop.
 */
final class SharedBuffers {
    private final boolean shares;
    private @Nullable Batch batch;
    private boolean chunk;
    private @Nullable ByteBuf buffer;

    /** @param shares whether clients share a buffer; false only for a benchmark */
    SharedBuffers(boolean shares) {
        this.shares = shares;
    }

    /**
     * Returns the batch as {@code text/event-stream}. The caller must release the buffer.
     *
     * @param asChunk whether to frame the bytes as an HTTP/1.1 chunk (RFC 9112, 7.1)
     */
    ByteBuf of(Batch wanted, boolean asChunk) {
        if (!shares) {
            return once(wanted.sse(), asChunk);
        }
        ByteBuf kept = buffer;
        if (kept == null || wanted != batch || chunk != asChunk) {
            if (kept != null) {
                kept.release();
            }
            kept = once(wanted.sse(), asChunk);
            buffer = kept;
            batch = wanted;
            chunk = asChunk;
        }
        return kept.retainedDuplicate();
    }

    /**
     * Copies the bytes into a new direct buffer that is not shared. The caller must release it.
     *
     * @param asChunk as in {@link #of}
     */
    ByteBuf once(byte[] bytes, boolean asChunk) {
        ByteBuf direct = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length + 16);
        if (asChunk) {
            direct.writeCharSequence(Integer.toHexString(bytes.length) + "\r\n", StandardCharsets.US_ASCII);
        }
        direct.writeBytes(bytes);
        if (asChunk) {
            direct.writeCharSequence("\r\n", StandardCharsets.US_ASCII);
        }
        return direct;
    }
}
