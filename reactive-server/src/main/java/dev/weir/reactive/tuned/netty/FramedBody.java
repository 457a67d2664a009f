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
 * Writes a body as buffers, for TLS and HTTP/2, which cannot send a region of a file.
 *
 * <p>It fills a buffer, and fills the next one when this one is written. A buffer counts as written when it is encrypted
 * and in the kernel, and over HTTP/2 has passed the flow-control windows of stream and connection. So a client that does
 * not read holds one buffer and at most one grant.
 *
 * <p>The event loop itself reads the file, since handing each buffer to another thread and back costs more than to read
 * it from the page cache. After a read that waited for the disk, a {@code weir-file} thread does the next reads, until
 * they are quick again. So a cold file stops the loop once.
 */
final class FramedBody extends ThrottledBody {
    /** The size of a TLS record, and of an HTTP/2 frame unless the client allows more. */
    private static final int PIECE_BYTES = 16 * 1024;

    /** How long the connection may take to write the reset of a stream. */
    private static final int RESET_SECONDS = 10;

    /** A read that takes longer has waited for the disk. */
    private static final long COLD_NANOS = 1_000_000;

    private final Executor fileReaders;

    /** Whether the last read waited for the disk. */
    private boolean cold;
    /** Whether the file has been verified since the body last waited. */
    private boolean verified;

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
     * Always true over HTTP/1.1, since the last buffer is written. An HTTP/2 stream has no room while its window is
     * closed or the socket is full.
     */
    @Override
    boolean hasRoom(Runnable later) {
        verified = false;
        return !(channel instanceof Http2StreamChannel stream)
                || StreamWindows.of(channel.parent()).isOpen(stream.stream(), later);
    }

    @Override
    void write(long position, long bytes) {
        ByteBuf buffer = channel.alloc().ioBuffer((int) bytes, (int) bytes);
        boolean verify = !verified;
        verified = true;
        if (!cold) {
            read(buffer, position, verify).run();
            return;
        }
        try {
            fileReaders.execute(() -> handBack(buffer, read(buffer, position, verify)));
        } catch (RejectedExecutionException e) { // the server is stopping
            buffer.release();
            fail(e);
        }
    }

    private void handBack(ByteBuf buffer, Runnable next) {
        try {
            channel.eventLoop().execute(next);
        } catch (RejectedExecutionException e) { // the loop has ended, and has closed the connection
            buffer.release();
        }
    }

    /** Fills the buffer. Returns what is to be done then, on the event loop. */
    private Runnable read(ByteBuf buffer, long position, boolean verify) {
        long beganNanos = System.nanoTime();
        try {
            if (verify) {
                file.verify();
            }
            buffer.writerIndex(buffer.capacity());
            file.read(buffer.nioBuffer(), content, position);
        } catch (BrokenFileException e) {
            return () -> {
                buffer.release();
                fail(e);
            };
        }
        boolean slow = System.nanoTime() - beganNanos > COLD_NANOS;
        return () -> {
            cold = slow;
            hand(buffer);
        };
    }

    private void hand(ByteBuf buffer) {
        if (isDone()) {
            buffer.release();
            return;
        }
        int bytes = buffer.readableBytes();
        ChannelFuture writing = channel.writeAndFlush(buffer);
        verified &= writing.isDone();
        writing.addListener(future -> written(bytes, future));
    }

    /** Always 0, since Netty reports a buffer only when all of it is sent. */
    @Override
    long sent() {
        return 0;
    }

    /** Resets the stream. If the connection cannot write even the reset in time, closes the connection. */
    @Override
    public void cutOff() {
        super.cutOff();
        if (channel instanceof Http2StreamChannel) {
            Channel connection = channel.parent();
            ChannelFuture out =
                    connection.writeAndFlush(Unpooled.EMPTY_BUFFER); // done when everything before it is sent
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
