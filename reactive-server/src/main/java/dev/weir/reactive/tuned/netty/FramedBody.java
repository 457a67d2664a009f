package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.reactive.netty.StreamWindows;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Writes a body as a series of buffers, because TLS and HTTP/2 cannot send file regions. A {@code weir-file} thread
 * fills a buffer after the previous buffer is written. So a client that does not read uses the memory of at most one
 * buffer. {@link ReadSizes} chooses its greatest size.
 */
final class FramedBody extends ThrottledBody {
    /** If the reset of an HTTP/2 stream is not written after this number of seconds, the connection is closed. */
    private static final int RESET_SECONDS = 10;

    private final Executor fileReaders;
    private final ReadSizes sizes;
    /** The number of bytes of the current buffer that the socket has taken. Confined to the event loop. */
    private long sent;

    FramedBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Admission admission,
            Executor slices,
            Executor fileReaders,
            ReadSizes sizes,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        super(throttle, slowReaders, admission, slices, channel, file, plan);
        this.fileReaders = fileReaders;
        this.sizes = sizes;
    }

    @Override
    long mostAtOnce() {
        return sizes.most();
    }

    /**
     * Over HTTP/2, returns false if the stream is not writable. The task {@code later} then runs when the stream
     * becomes writable. Over HTTP/1.1, returns true.
     */
    @Override
    boolean hasRoom(Runnable later) {
        return !(channel instanceof Http2StreamChannel stream)
                || StreamWindows.of(channel.parent()).isOpen(stream.stream(), later);
    }

    @Override
    void write(long position, long bytes) {
        ByteBuf buffer = channel.alloc().ioBuffer((int) bytes, (int) bytes);
        sizes.hold(bytes);
        try {
            fileReaders.execute(() -> read(buffer, position, (int) bytes));
        } catch (RejectedExecutionException e) {
            discard(buffer);
            fail(new IOException("the server is stopping", e));
        }
    }

    /** Fills a buffer on a {@code weir-file} thread, because the read may block on the disk. */
    private void read(ByteBuf buffer, long position, int bytes) {
        Runnable next;
        try {
            file.read(buffer.nioBuffer(0, bytes), content, position);
            file.verify();
            buffer.writerIndex(bytes);
            next = () -> hand(buffer, bytes);
        } catch (BrokenFileException e) {
            next = () -> {
                discard(buffer);
                fail(e);
            };
        }
        try {
            channel.eventLoop().execute(next);
        } catch (RejectedExecutionException e) { // the loop has ended, and has closed the connection
            discard(buffer);
        }
    }

    private void discard(ByteBuf buffer) {
        sizes.hold(-buffer.capacity());
        buffer.release();
    }

    /** Writes a buffer in pieces of 16 KiB, a record or frame, so that {@link #sent} can count the sent pieces. */
    private void hand(ByteBuf buffer, int bytes) {
        if (isDone()) {
            discard(buffer);
            return;
        }
        while (buffer.readableBytes() > ReadSizes.SMALL) {
            channel.write(buffer.readRetainedSlice(ReadSizes.SMALL)).addListener(this::pieceSent);
        }
        channel.writeAndFlush(buffer).addListener(future -> {
            sizes.hold(-bytes);
            sent = future.isSuccess() ? 0 : sent; // after a failure, the throttle gets back only the unsent bytes
            written(bytes, future);
        });
    }

    private void pieceSent(Future<? super Void> piece) {
        sent += piece.isSuccess() ? ReadSizes.SMALL : 0;
    }

    @Override
    long sent() {
        return sent;
    }

    /**
     * Resets the HTTP/2 stream, or closes the HTTP/1.1 connection. If the reset is not written within
     * {@link #RESET_SECONDS}, closes the whole HTTP/2 connection.
     */
    @Override
    void breakOff() {
        super.breakOff();
        if (channel instanceof Http2StreamChannel) {
            Channel connection = channel.parent();
            ChannelFuture out =
                    connection.writeAndFlush(Unpooled.EMPTY_BUFFER); // completes when all bytes before it are sent
            var _ = channel.eventLoop()
                    .schedule(
                            () -> {
                                if (!out.isDone()) {
                                    var _ = connection.close();
                                }
                            },
                            RESET_SECONDS,
                            TimeUnit.SECONDS);
        }
    }
}
