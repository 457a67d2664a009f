package dev.weir.reactive.tuned.netty;

import dev.weir.events.Batch;
import dev.weir.events.EventLimits;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.StreamFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;

/**
 * Writes the events of one stream, as many at a time as there are, from buffers that others write too.
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the next event, by {@link
 * Fanout}; and the room in the socket, which is there when what was written last is out. The client leaves: Netty closes
 * the channel, of which {@link StreamConnection} tells.
 */
final class EventFeed implements EventSink {
    /** Of a stalled client the kernel keeps no more than this, doubled as Linux does; events are small. */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private final StreamConnection connection;
    private final SharedBuffers buffers;
    private final Runnable release;
    private @Nullable Listener listener;
    private boolean writing;
    private boolean done;

    /**
     * Takes the connection over, on its loop.
     *
     * @param release called once, when the stream has ended in whatever way
     */
    EventFeed(Connection connection, HttpVersion version, SharedBuffers buffers, Runnable release) {
        this.buffers = buffers;
        this.release = release;
        this.connection = StreamConnection.takeOver(connection, version, this::end);
    }

    /** Bounds what the kernel keeps of a stream, and for how long it tries to get rid of it. */
    static void prepare(Channel channel, EventLimits limits) {
        if (channel instanceof EpollSocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
            // A peer that has vanished acknowledges no heartbeat; nor does one that has stalled, which has its own
            // limit.
            int silentMillis = Math.toIntExact(Math.max(
                    limits.heartbeat().toMillis() * 2, limits.stallLimit().toMillis()));
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, silentMillis);
        }
    }

    void begin(byte[] opening, Fanout fanout, Reading reading) {
        if (!done) {
            write(buffers.once(opening, connection.isChunked()));
            listener = fanout.stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public boolean isReady() {
        return !writing;
    }

    @Override
    public void send(Batch batch) {
        write(buffers.of(batch, connection.isChunked()));
    }

    private void write(ByteBuf bytes) {
        ChannelFuture written = connection.send(bytes);
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
        connection.close();
    }

    @Override
    public void dismiss() {
        if (writing) {
            cutOff(); // it has not taken what it was given before
        } else {
            write(buffers.once(StreamFields.comeBack(), connection.isChunked()));
            connection.end();
        }
    }

    private void end() {
        done = true;
        release.run();
        if (listener != null) {
            listener.leave();
        }
    }
}
