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
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Writes a body as file regions. The kernel copies each region from the file to the socket (zero-copy). Content in
 * memory is written as buffers. Used only for HTTP/1.1 without TLS.
 */
final class RegionBody extends ThrottledBody {
    private final Executor fileReaders;

    /** Supplies the number of bytes that the current write has sent so far. */
    private LongSupplier sent = RegionBody::nothing;

    RegionBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Admission admission,
            Executor slices,
            Executor fileReaders,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        super(throttle, slowReaders, admission, slices, channel, file, plan);
        this.fileReaders = fileReaders;
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

    /** Copies the bytes to a direct buffer, because Netty does not report how much of a heap buffer it has sent. */
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
            } else if (!isDone() && !(future.cause() instanceof ClosedChannelException) && file.hold()) {
                logIfBroken(written());
            }
            written(bytes, future);
        });
    }

    /**
     * Logs a warning if the file was changed or cannot be read, and closes the file. The exception of a failed write
     * does not tell whether the file or the client has failed. So a {@code weir-file} thread reads the byte at
     * {@code position}.
     */
    private void logIfBroken(long position) {
        try {
            fileReaders.execute(() -> {
                try (file) {
                    file.verify();
                    file.read(ByteBuffer.allocate(1), content, position);
                } catch (BrokenFileException e) {
                    // It is logged.
                }
            });
        } catch (RejectedExecutionException e) { // the server is stopping
            file.close();
        }
    }

    @Override
    long sent() {
        return sent.getAsLong();
    }

    /** A region of a shared file. Its release does not close the file, because other downloads may still read it. */
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
