package dev.weir.reactive;

import dev.weir.events.Batch;
import dev.weir.events.EventLimits;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Outlet;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Writes the events of one stream, as many at a time as there are, from buffers that others write too.
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the next event, by {@link
 * Fanout}; and the room in the socket, which is there when what was written last is out. The client leaves: Netty closes
 * the channel, which cancels the subscription, which ends the listening.
 *
 * <p>Its shape is Netty's, as that of {@link ThrottledBody}. On HTTP/1.1 it writes past the codec, which would make a
 * chunk of the same bytes anew for everybody.
 */
final class EventFeed extends Mono<Void> implements Subscription, Outlet {
    /** Of a stalled client the kernel keeps no more than this, doubled as Linux does; events are small. */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private final Channel channel;
    private final @Nullable ChannelHandlerContext codec;
    private final Fanout fanout;
    private final SharedBuffers buffers;
    private final Reading reading;
    private final byte[] opening;

    // All below: touched on the event loop only.
    private @Nullable CoreSubscriber<? super Void> subscriber;
    private @Nullable Listener listener;
    private boolean writing;
    private boolean done;

    /** @param codec past which chunks are written; null where bytes are no chunks */
    EventFeed(
            Channel channel,
            @Nullable ChannelHandlerContext codec,
            Fanout fanout,
            SharedBuffers buffers,
            Reading reading,
            byte[] opening,
            EventLimits limits) {
        this.channel = channel;
        this.codec = codec;
        this.fanout = fanout;
        this.buffers = buffers;
        this.reading = reading;
        this.opening = opening;
        if (channel instanceof EpollSocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
            // A peer that has vanished acknowledges no heartbeat; nor does one that has stalled, which has its own
            // limit.
            int silentMillis = Math.toIntExact(Math.max(
                    limits.heartbeat().toMillis() * 2, limits.stallLimit().toMillis()));
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, silentMillis);
        }
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> actual) {
        actual.onSubscribe(this);
        onLoop(() -> {
            if (!done) {
                subscriber = actual;
                write(buffers.once(opening, codec != null));
                listener = fanout.stream(reading.topics(), reading.after(), this);
            }
        });
    }

    @Override
    public void request(long n) {
        // There is nothing to demand: events are written as they come.
    }

    @Override
    public void cancel() {
        onLoop(this::end);
    }

    @Override
    public boolean isReady() {
        return !writing;
    }

    @Override
    public void send(Batch batch) {
        write(buffers.of(batch, codec != null));
    }

    private void write(ByteBuf bytes) {
        ChannelFuture written =
                codec == null ? channel.writeAndFlush(new DefaultHttpContent(bytes)) : codec.writeAndFlush(bytes);
        if (!written.isDone()) {
            writing = true;
            written.addListener(future -> {
                writing = false;
                if (listener != null) {
                    listener.ready();
                }
            });
        }
    }

    @Override
    public void cutOff() {
        var _ = channel.close();
    }

    @Override
    public void dismiss() {
        if (writing) {
            cutOff(); // it has not taken what it was given before
            return;
        }
        write(buffers.once(StreamFields.comeBack(), codec != null));
        end();
        Objects.requireNonNull(subscriber).onComplete();
    }

    private void end() {
        done = true;
        if (listener != null) {
            listener.leave();
        }
    }

    private void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            channel.eventLoop().execute(task);
        }
    }
}
