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
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Writes a body as a series of buffers, because TLS and HTTP/2 cannot send file regions. A {@code weir-file} thread
 * fills a buffer after the previous buffer is written. So a client that does not read uses the memory of at most one
 * buffer.
 */
final class FramedBody extends ThrottledBody {
    /** The size of a buffer in bytes: the maximum of a TLS record, and the default maximum of an HTTP/2 frame. */
    private static final int PIECE_BYTES = 16 * 1024;

    /** If the reset of an HTTP/2 stream is not written after this number of seconds, the connection is closed. */
    private static final int RESET_SECONDS = 10;

    private final Executor fileReaders;

    FramedBody(
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
    long mostAtOnce() {
        return PIECE_BYTES;
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
        try {
            fileReaders.execute(() -> read(buffer, position, (int) bytes));
        } catch (RejectedExecutionException e) { // the server is stopping
            buffer.release();
            fail(e);
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
                buffer.release();
                fail(e);
            };
        }
        try {
            channel.eventLoop().execute(next);
        } catch (RejectedExecutionException e) { // the loop has ended, and has closed the connection
            buffer.release();
        }
    }

    private void hand(ByteBuf buffer, int bytes) {
        if (isDone()) {
            buffer.release();
        } else {
            channel.writeAndFlush(buffer).addListener(future -> written(bytes, future));
        }
    }

    /** Returns 0, because Netty does not report how much of a buffer it has sent. */
    @Override
    long sent() {
        return 0;
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
