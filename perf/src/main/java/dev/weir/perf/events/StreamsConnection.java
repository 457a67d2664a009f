package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection (RFC 9113, begun with prior knowledge) whose streams all ask for events.
 *
 * <p>Only as much of the protocol as that takes: the windows are opened as far as they go, so nothing has to be given
 * back, and the head of an answer is taken for right when its first byte is the one that stands for status 200. A server
 * of these writes whole frames of events into a frame of HTTP/2. Confined to the generator's loop.
 */
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
    /** RFC 7541, appendix A: an indexed field, {@code :status: 200}. */
    private static final int STATUS_200 = 0x88;

    private final EventClient.Owner owner;
    private final EventFrames frames = new EventFrames(this);
    private final int[] seen;
    private final boolean[] begun;
    private int current;
    private long nowNanos;

    StreamsConnection(EventClient.Owner owner, int streams) {
        this.owner = owner;
        this.seen = new int[streams];
        this.begun = new boolean[streams];
    }

    /** What comes is cut into frames of HTTP/2 first. */
    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        super.handlerAdded(added);
        added.pipeline()
                .addBefore(
                        added.name(),
                        null,
                        new LengthFieldBasedFrameDecoder(LONGEST, 0, LENGTH_BYTES, HEAD_BYTES - LENGTH_BYTES, 0));
    }

    @Override
    protected void opened() {
        ByteBuf out = Unpooled.buffer();
        out.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII);
        head(out, 6, SETTINGS, 0, 0).writeShort(INITIAL_WINDOW_SIZE).writeInt(WIDEST);
        head(out, 4, WINDOW_UPDATE, 0, 0).writeInt(WIDEST - NARROWEST);
        byte[] request = request();
        for (int i = 0; i < seen.length; i++) {
            head(out, request.length, HEADERS, END_HEADERS | END_STREAM, 2 * i + 1)
                    .writeBytes(request);
        }
        send(out);
    }

    /** RFC 7541: {@code :method: GET} and {@code :scheme: http} from the table, and two literals that are not added to it. */
    private static byte[] request() {
        ByteBuf block = Unpooled.buffer();
        block.writeByte(0x82).writeByte(0x86);
        literal(block.writeByte(0x04), "/events");
        literal(block.writeByte(0x01), "localhost");
        byte[] bytes = new byte[block.readableBytes()];
        block.readBytes(bytes);
        return bytes;
    }

    private static void literal(ByteBuf block, String value) {
        block.writeByte(value.length()).writeCharSequence(value, StandardCharsets.US_ASCII);
    }

    private static ByteBuf head(ByteBuf out, int length, int type, int flags, int stream) {
        return out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    @Override
    protected void read(ByteBuf frame, long nowNanos) {
        this.nowNanos = nowNanos;
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
                // Nothing that matters here.
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
    public void sign() {
        if (!begun[current]) {
            begun[current] = true;
            owner.ready();
        }
    }

    @Override
    public void event(byte[] bytes, int from, int to) {
        owner.delivered(seen[current]++, bytes, from, to, nowNanos);
    }

    @Override
    protected void ended(@Nullable String reason) {
        owner.ended(this, String.valueOf(reason));
    }
}
