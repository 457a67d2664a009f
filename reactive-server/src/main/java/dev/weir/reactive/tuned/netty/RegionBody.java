package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.DefaultFileRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Writes a body as file regions, one per grant of the throttle. The kernel copies a region from the file to the socket.
 * Only for HTTP/1.1 without TLS.
 */
final class RegionBody extends ThrottledBody {
    /** Returns the number of sent bytes of the current write. */
    private LongSupplier sent = RegionBody::nothing;

    RegionBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Admission admission,
            Executor slices,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        super(throttle, slowReaders, admission, slices, channel, file, plan);
    }

    @Override
    void write(long position, long bytes) {
        try {
            file.verify();
        } catch (BrokenFileException e) {
            fail(e);
            return;
        }
        Content.Piece piece = content.at(position, bytes);
        ByteBuffer text = piece.text();
        if (text == null) {
            Region region = new Region(piece);
            sent = region::transferred;
            send(region, piece.length());
        } else {
            send(buffer(text), piece.length());
        }
    }

    /** Copies the bytes to a direct buffer. Netty does not report the progress of a heap buffer. */
    private ByteBuf buffer(ByteBuffer bytes) {
        ByteBuf buffer = channel.alloc().directBuffer(bytes.remaining(), bytes.remaining());
        buffer.writeBytes(bytes.duplicate());
        sent = buffer::readerIndex;
        return buffer;
    }

    private static long nothing() {
        return 0;
    }

    private void send(Object message, long bytes) {
        channel.writeAndFlush(message).addListener(future -> {
            if (future.isSuccess() || message instanceof ByteBuf) { // Netty reuses a buffer after the write
                sent = RegionBody::nothing;
            }
            written(bytes, future);
        });
    }

    @Override
    long sent() {
        return sent.getAsLong();
    }

    /** A region of a file that other downloads also read. The release of a region does not close the file. */
    private final class Region extends DefaultFileRegion {
        Region(Content.Piece piece) {
            super(file.channel(), piece.offset(), piece.length());
        }

        @Override
        protected void deallocate() {
            // The last download closes the file.
        }
    }
}
