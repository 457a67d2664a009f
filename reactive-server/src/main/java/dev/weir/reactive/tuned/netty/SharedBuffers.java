package dev.weir.reactive.tuned.netty;

import dev.weir.events.Batch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Copies a batch into a direct buffer once for all listeners of an event loop, which get the batch one after another.
 * Keeps the last buffer. Confined to the loop.
 */
final class SharedBuffers {
    private final boolean shares;
    private @Nullable Batch batch;
    private boolean chunk;
    private @Nullable ByteBuf buffer;

    /** @param shares false to copy the batch for each listener, for measuring */
    SharedBuffers(boolean shares) {
        this.shares = shares;
    }

    /**
     * The batch as {@code text/event-stream}. The caller releases the buffer.
     *
     * @param asChunk whether the bytes are framed as a chunk of HTTP/1.1 (RFC 9112, 7.1)
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

    /** The same for bytes that no other listener gets. */
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
