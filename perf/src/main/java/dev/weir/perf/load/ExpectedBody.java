package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes that a download must bring, compared in place with what arrives.
 *
 * <p>The content is the file itself, mapped: nothing is copied and nothing is aggregated, so checking every byte costs
 * the generator little beside receiving it.
 */
public final class ExpectedBody {
    private final ByteBuffer content;

    private ExpectedBody(ByteBuffer content) {
        this.content = content;
    }

    public static ExpectedBody of(byte[] bytes) {
        return new ExpectedBody(ByteBuffer.wrap(bytes));
    }

    public static ExpectedBody of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new ExpectedBody(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    /** A copy of it. */
    public byte[] bytes() {
        byte[] bytes = new byte[content.limit()];
        content.get(0, bytes);
        return bytes;
    }

    public int length() {
        return content.limit();
    }

    /**
     * Where {@code part} first differs from the body, when it is laid at {@code position}.
     *
     * @return a position in the body, {@link #length()} when the part goes on after its end, or -1 when all is equal
     */
    public int differsAt(ByteBuf part, int position) {
        int comparable = Math.min(part.readableBytes(), length() - position);
        int mismatch = content.slice(position, comparable).mismatch(part.nioBuffer(part.readerIndex(), comparable));
        if (mismatch >= 0) {
            return position + mismatch;
        }
        return comparable < part.readableBytes() ? length() : -1;
    }
}
