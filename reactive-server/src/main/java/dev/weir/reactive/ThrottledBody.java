package dev.weir.reactive;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.throttle.Client;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.DefaultFileRegion;
import io.netty.util.concurrent.Future;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Writes the content of one response as file regions, one a grant: the kernel copies from file to socket. (Several ranges
 * have text between them.)
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the grant; and the room in
 * the socket, which is there when the last region is out. The client leaves: Netty closes the channel, which cancels
 * the subscription, which takes the ask back.
 *
 * <p>Its shape is Netty's: objects are handed to a channel and a future tells when they are out. (Not by Reactor
 * Netty's {@code sendObject(Publisher)}, which takes a region for an empty message and drops it.)
 */
final class ThrottledBody extends Mono<Void> implements Subscription, SlowReaders.Body {
    private final Channel channel;
    private final OpenFile file;
    private final Download download;
    private final Content content;
    private final SlowReaders slowReaders;

    // All below: touched on the event loop only.
    private @Nullable CoreSubscriber<? super Void> subscriber;
    private long position;
    /** What is not written yet of the last grant. */
    private long granted;

    private @Nullable Region writing;
    private long textBytes;
    private boolean done;
    private Runnable unwatch = () -> {};

    ThrottledBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Client client,
            Executor slices,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        this.slowReaders = slowReaders;
        this.channel = channel;
        this.file = file;
        this.content = plan.content();
        this.download = throttle.open(client, slices, this::granted);
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> actual) {
        actual.onSubscribe(this);
        onLoop(() -> {
            if (!done) {
                subscriber = actual;
                unwatch = slowReaders.watch(this, channel.eventLoop());
                ask();
            }
        });
    }

    @Override
    public void request(long n) {
        // There is nothing to demand: a body is written as its grants come.
    }

    @Override
    public void cancel() {
        onLoop(this::end);
    }

    private void ask() {
        if (!done) {
            download.ask(content.length() - position);
        }
    }

    private void granted(long bytes) {
        granted = bytes;
        try {
            file.verify();
            write();
        } catch (BrokenFileException e) {
            fail(e);
        }
    }

    private void fail(Throwable cause) {
        end();
        tell().onError(cause);
    }

    private void write() {
        Content.Piece piece = content.at(position, granted);
        writing = piece.text() == null ? new Region(piece) : null;
        textBytes = piece.text() == null ? 0 : piece.length();
        channel.writeAndFlush(writing == null ? Unpooled.wrappedBuffer(piece.text()) : writing)
                .addListener(future -> written(piece.length(), future));
    }

    private void written(long bytes, Future<?> future) {
        if (done) {
            return;
        }
        if (!future.isSuccess()) {
            fail(future.cause());
            return;
        }
        writing = null;
        textBytes = 0;
        download.wrote(bytes);
        position += bytes;
        granted -= bytes;
        if (granted > 0) {
            write();
            return;
        }
        if (position < content.length()) {
            ask();
            return;
        }
        end();
        tell().onComplete();
    }

    private void end() {
        if (!done) {
            done = true;
            unwatch.run();
            download.wrote(sent());
            download.close(granted - sent());
        }
    }

    @Override
    public long written() {
        return position + sent();
    }

    @Override
    public boolean holdsGrant() {
        return granted > 0;
    }

    @Override
    public void cutOff() {
        var _ = channel.close();
    }

    /** What has left of the piece that is being written; of text nobody knows, and it is little. */
    private long sent() {
        return writing == null ? textBytes : writing.transferred();
    }

    private CoreSubscriber<? super Void> tell() {
        return Objects.requireNonNull(subscriber);
    }

    private void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            channel.eventLoop().execute(task);
        }
    }

    /** A part of a file that other downloads send too, so that releasing it does not close the file. */
    private final class Region extends DefaultFileRegion {
        Region(Content.Piece piece) {
            super(file.channel(), piece.offset(), piece.length());
        }

        @Override
        protected void deallocate() {
            // The file is closed by its holders.
        }
    }
}
