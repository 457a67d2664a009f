package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An HTTP/2 connection (RFC 9113) with one event stream per subscriber. Each DATA frame must hold whole events. */
final class StreamsConnection extends Connection implements EventFrames.Listener {
    private static final int HEAD_BYTES = 9;
    private static final int LENGTH_BYTES = 3;
    private static final int LONGEST = HEAD_BYTES + (16 << 10);
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int WIDEST = Integer.MAX_VALUE;
    private static final int NARROWEST = 65_535;
    /** The first byte of a header block that begins with {@code :status: 200} (RFC 7541, appendix A). */
    private static final int STATUS_200 = 0x88;

    private final Subscription.Owner owner;
    private final EventFrames frames = new EventFrames(this);
    private final List<Subscription> subscriptions;
    private int current;
    private long nowNanos;

    StreamsConnection(Subscription.Owner owner, int streams) {
        this.owner = owner;
        subscriptions =
                Stream.generate(() -> new Subscription(owner, 0)).limit(streams).toList();
    }

    List<Subscription> subscriptions() {
        return subscriptions;
    }

    @Override
    protected ChannelHandler decoder() {
        return new LengthFieldBasedFrameDecoder(LONGEST, 0, LENGTH_BYTES, HEAD_BYTES - LENGTH_BYTES, 0);
    }

    @Override
    protected void opened() {
        ByteBuf out = Unpooled.buffer();
        out.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII);
        head(out, 6, SETTINGS, 0, 0).writeShort(INITIAL_WINDOW_SIZE).writeInt(WIDEST);
        head(out, 4, WINDOW_UPDATE, 0, 0).writeInt(WIDEST - NARROWEST);
        byte[] request = request();
        for (int i = 0; i < subscriptions.size(); i++) {
            head(out, request.length, HEADERS, END_HEADERS | END_STREAM, 2 * i + 1)
                    .writeBytes(request);
        }
        send(out);
    }

    /** Returns the header block (RFC 7541) of the request {@code GET /events}. */
    private static byte[] request() {
        ByteBuf block = Unpooled.buffer();
        block.writeByte(0x82).writeByte(0x86);
        literal(block.writeByte(0x04), "/events");
        literal(block.writeByte(0x01), "localhost");
        return ByteBufUtil.getBytes(block);
    }

    private static void literal(ByteBuf block, String value) {
        block.writeByte(value.length()).writeCharSequence(value, StandardCharsets.US_ASCII);
    }

    private static ByteBuf head(ByteBuf out, int length, int type, int flags, int stream) {
        return out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    @Override
    protected void read(Object message) {
        ByteBuf frame = (ByteBuf) message;
        nowNanos = System.nanoTime();
        int length = frame.readUnsignedMedium();
        int type = frame.readUnsignedByte();
        int flags = frame.readUnsignedByte();
        current = (frame.readInt() - 1) / 2;
        switch (type) {
            case DATA -> data(frame, length, flags);
            case HEADERS -> {
                if (frame.readUnsignedByte() != STATUS_200) {
                    throw new IllegalStateException("a status that is not 200");
                }
            }
            case SETTINGS -> answer(flags, SETTINGS, Unpooled.EMPTY_BUFFER);
            case PING -> answer(flags, PING, frame);
            case RST_STREAM, GOAWAY -> throw new IllegalStateException("the server ends streams: " + frame.readInt());
            default -> {
                // All other frame types can be ignored.
            }
        }
    }

    private void data(ByteBuf frame, int length, int flags) {
        if ((flags & END_STREAM) != 0) {
            throw new IllegalStateException("a stream ended");
        }
        frames.read(frame, length);
        if (!frames.isBetween()) {
            throw new IllegalStateException("an event in two frames");
        }
    }

    private void answer(int flags, int type, ByteBuf payload) {
        if ((flags & ACK) == 0) {
            send(head(Unpooled.buffer(), payload.readableBytes(), type, ACK, 0).writeBytes(payload));
        }
    }

    @Override
    public void comment() {
        subscriptions.get(current).begin();
    }

    @Override
    public void event(byte[] bytes, int from, int to) {
        subscriptions.get(current).event(bytes, from, to, nowNanos);
    }

    @Override
    protected void ended(@Nullable String reason) {
        owner.ended(this, String.valueOf(reason));
    }
}
