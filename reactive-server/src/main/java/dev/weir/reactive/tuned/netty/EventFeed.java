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
import io.netty.channel.socket.SocketChannel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one event stream to its connection.
 *
 * <p>Runs on the connection's event loop. Blocks no thread while it waits for an event ({@link Fanout}) or the client.
 * When the client leaves, Netty closes the channel, and the {@link EventOutput} stops this feed.
 */
final class EventFeed implements EventSink {
    /**
     * The size in bytes of the kernel send buffer of an event stream. Linux doubles this value. The size limits the
     * kernel memory for a client that does not read.
     */
    private static final int SEND_BUFFER_BYTES = 32 * 1024;

    private final EventOutput output;
    private final SharedBuffers buffers;
    private @Nullable Listener listener;
    private boolean writing;
    private boolean done;

    /**
     * Creates the feed and its output. Call it on the connection's event loop.
     *
     * @param output a factory for the output. It receives a callback, which the new output must run when the response
     *     has ended
     */
    EventFeed(Function<Runnable, EventOutput> output, SharedBuffers buffers) {
        this.buffers = buffers;
        this.output = output.apply(this::end);
    }

    /**
     * Limits the size of the kernel send buffer and, on native epoll, how long the kernel retransmits bytes. Has no
     * effect over HTTP/2.
     */
    static void prepare(Channel channel, EventLimits limits) {
        if (channel instanceof SocketChannel socket) {
            socket.config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
        }
        if (channel instanceof EpollSocketChannel socket) {
            // This time-out ends the connection of a client that has vanished and acknowledges no heartbeat.
            // It must not be shorter than the stall limit, since it also applies to a stalled client.
            int silentMillis = Math.toIntExact(Math.max(
                    limits.heartbeat().toMillis() * 2, limits.stallLimit().toMillis()));
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, silentMillis);
        }
    }

    void begin(byte[] opening, Fanout fanout, Reading reading) {
        if (!done) {
            write(buffers.once(opening, output.isChunked()), opening.length);
            listener = fanout.stream(reading.topics(), reading.after(), this);
        }
    }

    @Override
    public boolean isReady() {
        return !writing;
    }

    @Override
    public void send(Batch batch) {
        write(buffers.of(batch, output.isChunked()), batch.sse().length);
    }

    private void write(ByteBuf bytes, int content) {
        ChannelFuture written = output.send(bytes, content);
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
            cutOff(); // the client has not read earlier events
        } else {
            byte[] last = StreamFields.comeBack();
            write(buffers.once(last, output.isChunked()), last.length);
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
