package dev.weir.reactive.tuned.netty;

import dev.weir.events.Batch;
import dev.weir.events.EventLimits;
import dev.weir.events.EventSink;
import dev.weir.events.Fanout;
import dev.weir.events.Listener;
import dev.weir.events.Reading;
import dev.weir.events.http.StreamFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one stream in batches, from buffers that it shares with other feeds.
 *
 * <p>Which thread: the connection's event loop, for everything. Waited for without a thread: the next event, for which
 * {@link Fanout} listens, and room in the socket, which there is when the last write is done. The client leaves: Netty
 * closes the channel, and the {@link EventOutput} calls the feed.
 */
final class EventFeed implements EventSink {
    /**
     * Size of the socket's send buffer, which Linux doubles. It bounds the bytes that the kernel keeps for a stalled
     * client. Events are small, so a small buffer suffices.
     */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private final EventOutput output;
    private final SharedBuffers buffers;
    private @Nullable Listener listener;
    private boolean writing;
    private boolean done;

    /**
     * Opens the output. Called on the connection's loop.
     *
     * @param output opens the output, which runs the given callback when the client has left or the response has ended
     */
    EventFeed(Function<Runnable, EventOutput> output, SharedBuffers buffers) {
        this.buffers = buffers;
        this.output = output.apply(this::end);
    }

    /** Bounds the bytes that the kernel buffers for a stream, and the time for which it resends them. */
    static void prepare(Channel channel, EventLimits limits) {
        if (channel instanceof EpollSocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
            // A client that has vanished acknowledges no heartbeat. A stalled client does not either, but
            // the stall limit ends its stream, so this time-out is no shorter.
            int silentMillis = Math.toIntExact(Math.max(
                    limits.heartbeat().toMillis() * 2, limits.stallLimit().toMillis()));
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, silentMillis);
        }
    }

    void begin(byte[] opening, Fanout fanout, Reading reading) {
        if (!done) {
            write(buffers.once(opening, output.isChunked()));
            listener = fanout.stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public boolean isReady() {
        return !writing;
    }

    @Override
    public void send(Batch batch) {
        write(buffers.of(batch, output.isChunked()));
    }

    private void write(ByteBuf bytes) {
        ChannelFuture written = output.send(bytes);
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
        output.close();
    }

    @Override
    public void dismiss() {
        if (writing) {
            cutOff(); // the client has not read the events before
        } else {
            write(buffers.once(StreamFields.comeBack(), output.isChunked()));
            output.end();
        }
    }

    private void end() {
        done = true;
        if (listener != null) {
            listener.leave();
        }
    }
}
