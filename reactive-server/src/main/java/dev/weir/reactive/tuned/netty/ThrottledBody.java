package dev.weir.reactive.tuned.netty;

import dev.weir.catalog.Content;
import dev.weir.catalog.DownloadPlan;
import dev.weir.catalog.OpenFile;
import dev.weir.clients.Admission;
import dev.weir.throttle.Download;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Writes the content of one response to the channel, as fast as the throttle grants bytes.
 *
 * <p>Runs on the connection's event loop. Blocks no thread while it waits for the throttle or the client. When the
 * client leaves, Reactor Netty cancels the subscription, and unused bytes return to the throttle.
 *
 * <p>Writes to the channel directly, because Reactor Netty's {@code sendObject(Publisher)} would drop a file region.
 */
abstract class ThrottledBody implements SlowReaders.Body {
    private static final Logger log = LoggerFactory.getLogger(ThrottledBody.class);

    final Channel channel;
    final OpenFile file;
    final Content content;

    private final SlowReaders slowReaders;
    private final Admission admission;
    private final Download download;

    // The fields below are confined to the event loop.
    private Runnable succeed = () -> {};
    private long position;
    /** The number of bytes that the throttle has granted, but that are not written yet. */
    private long granted;

    /** Whether the body waits until the channel accepts more bytes. Meanwhile, it requests none from the throttle. */
    private boolean waitsForRoom;

    private boolean done;
    private Runnable unwatch = () -> {};

    ThrottledBody(
            Throttle throttle,
            SlowReaders slowReaders,
            Admission admission,
            Executor slices,
            Channel channel,
            OpenFile file,
            DownloadPlan plan) {
        this.slowReaders = slowReaders;
        this.admission = admission;
        this.channel = channel;
        this.file = file;
        this.content = plan.content();
        this.download = throttle.open(admission.client().share(), slices, this::granted);
    }

    /**
     * Writes at most {@code bytes} bytes of the content, starting at {@code position}. Then calls {@link #written} or
     * {@link #fail} on the event loop.
     */
    abstract void write(long position, long bytes);

    /** Returns how many bytes of the current write are known to be sent. The true number may be larger. */
    abstract long sent();

    /**
     * Returns whether the channel accepts more bytes now. If not, runs the task {@code later} on the event loop as soon
     * as the channel accepts more bytes.
     */
    boolean hasRoom(Runnable later) {
        return true;
    }

    /** Returns the most bytes that one call of {@link #write} may get. */
    long mostAtOnce() {
        return Long.MAX_VALUE;
    }

    /** Returns the {@code Mono} that writes the body. It permits one subscriber. */
    final Mono<Void> mono() {
        return Mono.create(sink -> {
            succeed = sink::success;
            sink.onCancel(() -> onLoop(this::end));
            onLoop(() -> {
                if (!done) {
                    unwatch = admission.watch(slowReaders, this, channel.eventLoop());
                    ask();
                }
            });
        });
    }

    private void ask() {
        if (!done) {
            waitsForRoom = !hasRoom(this::ask);
            if (!waitsForRoom) {
                download.ask(content.length() - position);
            }
        }
    }

    private void granted(long bytes) {
        granted = bytes;
        next();
    }

    private void next() {
        write(position, admission.next(content.length() - position, Math.min(granted, mostAtOnce())));
    }

    /** Continues with the next bytes after a write of {@code bytes} bytes, or ends the body if the write has failed. */
    final void written(long bytes, Future<?> future) {
        if (!future.isSuccess()) {
            fail(future.cause());
        } else if (!done) {
            download.wrote(bytes);
            position += bytes;
            granted -= bytes;
            if (granted > 0) {
                next();
            } else if (position < content.length()) {
                ask();
            } else {
                download.later(this::complete); // after the grants that are queued on this loop
            }
        }
    }

    private void complete() {
        if (!done) {
            end();
            succeed.run();
        }
    }

    /**
     * Ends the body early and closes the channel. Reactor Netty then cancels the body. Emits no error, because Spring
     * and Reactor Netty would log the error several times.
     */
    final void fail(Throwable cause) {
        if (!done) {
            log.debug("A download ended early: {}", cause.toString(), cause instanceof IOException ? null : cause);
            end();
            breakOff();
        }
    }

    private void end() {
        if (!done) {
            done = true;
            unwatch.run();
            download.wrote(sent());
            download.close(granted - sent());
        }
    }

    final boolean isDone() {
        return done;
    }

    @Override
    public final long written() {
        return position + sent();
    }

    @Override
    public final boolean holdsGrant() {
        return granted > 0 || waitsForRoom;
    }

    @Override
    public final void cutOff() {
        if (position == content.length()) {
            complete();
        } else {
            breakOff();
        }
    }

    /** Ends the connection, or the HTTP/2 stream, so that the client notices that bytes are missing. */
    void breakOff() {
        var _ = channel.close();
    }

    final void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            channel.eventLoop().execute(task);
        }
    }
}
