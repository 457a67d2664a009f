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
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/**
 * Writes the events of one stream, as many at a time as there are, from buffers that others write too.
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the next event, by {@link
 * Fanout}; and the room in the socket, which is there when what was written last is out. The client leaves: Netty closes
 * the channel, of which a {@link StreamConnection} tells; elsewhere that cancels the subscription.
 *
 * <p>Its shape is Netty's, as that of {@link ThrottledBody}. On HTTP/1.1 it takes the connection over and makes the chunks
 * itself, so that those of the same bytes are the same for everybody.
 */
final class EventFeed extends Mono<Void> implements Subscription, Outlet {
    /** Of a stalled client the kernel keeps no more than this, doubled as Linux does; events are small. */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    /** What it takes over. */
    record Own(Connection connection, Place place) {}

    private final Channel channel;
    private final Fanout fanout;
    private final SharedBuffers buffers;
    private final Reading reading;
    private final byte[] opening;

    // All below: touched on the event loop only.
    private @Nullable Own own;

    private @Nullable CoreSubscriber<? super Void> subscriber;
    private @Nullable Listener listener;
    /** Neither request nor chain is there any more. */
    private boolean owning;

    private boolean writing;
    private boolean done;

    /** @param own null where the connection is not for one stream to take */
    EventFeed(
            Channel channel,
            @Nullable Own own,
            Fanout fanout,
            SharedBuffers buffers,
            Reading reading,
            byte[] opening,
            EventLimits limits) {
        this.channel = channel;
        this.own = own;
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
            if (done) {
                return;
            }
            if (own == null) {
                subscriber = actual;
                begin();
            } else {
                takeOver(own);
                begin();
                actual.onComplete();
            }
        });
    }

    private void takeOver(Own taken) {
        own = null; // with all that the connection still has of its request
        owning = true;
        Runnable leave = taken.place().take();
        StreamConnection.takeOver(taken.connection(), () -> {
            end();
            leave.run();
        });
    }

    private void begin() {
        if (!done) {
            write(buffers.once(opening, owning));
            listener = fanout.stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public void request(long n) {
        // There is nothing to demand: events are written as they come.
    }

    @Override
    public void cancel() {
        onLoop(() -> {
            if (!owning) {
                end();
            }
        });
    }

    @Override
    public boolean isReady() {
        return !writing;
    }

    @Override
    public void send(Batch batch) {
        write(buffers.of(batch, owning));
    }

    private void write(ByteBuf bytes) {
        ChannelFuture written = channel.writeAndFlush(owning ? bytes : new DefaultHttpContent(bytes));
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
        write(buffers.once(StreamFields.comeBack(), owning));
        if (subscriber == null) {
            write(buffers.last());
            channel.flush();
            var _ = channel.close();
        } else {
            end();
            subscriber.onComplete();
        }
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
