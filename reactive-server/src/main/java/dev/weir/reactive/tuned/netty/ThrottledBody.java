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
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Writes the content of one response, a grant at a time; how the bytes get into the channel is a subclass's.
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the grant; and the room in
 * the socket, which is there when what was written last is out. The client leaves: Netty closes the channel, which
 * cancels the subscription, which takes the ask back.
 *
 * <p>Its shape is Netty's: objects are handed to a channel and a future tells when they are out. (Not by Reactor
 * Netty's {@code sendObject(Publisher)}, which takes a region for an empty message and drops it.)
 */
abstract class ThrottledBody extends Mono<Void> implements Subscription, SlowReaders.Body {
    private static final Logger log = LoggerFactory.getLogger(ThrottledBody.class);

    final Channel channel;
    final OpenFile file;
    final Content content;

    private final SlowReaders slowReaders;
    private final Admission admission;
    private final Download download;

    // All below: touched on the event loop only.
    private @Nullable CoreSubscriber<? super Void> subscriber;
    private long position;
    /** What is not written yet of the last grant. */
    private long granted;

    /** For the client to take more, before the next grant is asked for. */
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

    /** Hands at most {@code bytes} of the content to the channel, then calls {@link #written} on the loop; or {@link #fail}. */
    abstract void write(long position, long bytes);

    /** What has left for certain of what was handed over and is not yet {@link #written}. */
    abstract long sent();

    /** Whether the channel takes more now; if not, runs {@code later} on the loop when it does. */
    boolean hasRoom(Runnable later) {
        return true;
    }

    /** Bytes that are handed over together at most. */
    long mostAtOnce() {
        return Long.MAX_VALUE;
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

    /** So many bytes are out, or the client is gone. */
    final void written(long bytes, Future<?> future) {
        if (done) {
            return;
        }
        if (!future.isSuccess()) {
            fail(future.cause());
            return;
        }
        download.wrote(bytes);
        position += bytes;
        granted -= bytes;
        if (granted > 0) {
            next();
        } else if (position < content.length()) {
            ask();
        } else {
            end();
            Objects.requireNonNull(subscriber).onComplete();
        }
    }

    /**
     * Breaks the answer off, so that the client sees a short body. That the channel closes cancels the chain: an error
     * would be logged by each that it passes, and a client that left is none.
     */
    final void fail(Throwable cause) {
        if (!done) {
            log.debug("a body is broken off", cause);
            end();
            cutOff();
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
    public void cutOff() {
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
