package dev.weir.reactive.tuned.netty;

import dev.weir.events.Batch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a batch in a direct buffer, made once for all listeners of an event loop that get the batch one after
 * another. Keeps the last one. Confined to the loop.
 */
final class SharedBuffers {
    private final boolean shares;
    private @Nullable Batch batch;
    private boolean chunk;
    private @Nullable ByteBuf buffer;

    /** @param shares whether listeners share a buffer, or each gets its own, for measuring */
    SharedBuffers(boolean shares) {
        this.shares = shares;
    }

    /** A duplicate, for its receiver to release; as a chunk of HTTP/1.1 (RFC 9112, 7.1) or as it is. */
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

    /** The same of bytes that nobody else gets. */
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
