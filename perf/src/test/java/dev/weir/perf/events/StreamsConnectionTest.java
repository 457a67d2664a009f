package dev.weir.perf.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsConnectionTest {
    private static final String SIGN = "id: e-0\n\n";
    private static final String EVENT = "id: e-1\ndata: one\n\n";

    private final List<String> heard = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel(new StreamsConnection(
            new Subscription.Owner() {
                @Override
                public void subscribed() {
                    heard.add("ready");
                }

                @Override
                public void delivered(int number, byte[] bytes, int from, int to, long nowNanos) {
                    heard.add(number + " " + new String(bytes, from, to - from, StandardCharsets.US_ASCII));
                }

                @Override
                public void accepted() {}

                @Override
                public void ended(Connection connection, String reason) {
                    heard.add("failed: " + reason);
                }
            },
            2));

    private void come(int type, int flags, int stream, byte... payload) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream);
        channel.writeInbound(frame.writeBytes(payload));
    }

    private void data(int stream, String text) {
        come(0, 0, stream, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the bytes that the connection has sent since the last call. */
    private String sent() {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.writeBytes(part);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void asksForEveryStreamAtOnce() {
        assertThat(sent())
                .startsWith("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                .contains("\u0001\u0005\u0000\u0000\u0000\u0001")
                .contains("\u0001\u0005\u0000\u0000\u0000\u0003")
                .containsSubsequence("/events", "localhost", "/events", "localhost");
    }

    @Test
    void eachStreamIsCountedByItself() {
        come(1, 4, 1, (byte) 0x88);
        come(1, 4, 3, (byte) 0x88);
        data(3, SIGN);
        data(1, SIGN);
        data(1, SIGN);
        data(3, EVENT);
        data(3, EVENT.replace("one", "two") + EVENT.replace("one", "three"));
        data(1, EVENT);
        assertThat(heard).containsExactly("ready", "ready", "0 one", "1 two", "2 three", "0 one");
    }

    @Test
    void answersSettingsAndPings() {
        sent();
        come(4, 0, 0);
        come(6, 0, 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 6, (byte) 7, (byte) 8);
        come(4, 1, 0);
        assertThat(sent())
                .isEqualTo(
                        "\u0000\u0000\u0000\u0004\u0001\u0000\u0000\u0000\u0000"
                                + "\u0000\u0000\u0008\u0006\u0001\u0000\u0000\u0000\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008");
        assertThat(heard).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 4, a status that is not 200",
        "0, 1, a stream ended",
        "0, 0, an event in two frames",
        "3, 0, the server ends streams",
        "7, 0, the server ends streams"
    })
    void aWrongFrameIsToldOnce(int type, int flags, String reason) {
        byte[] payload = "id: e".getBytes(StandardCharsets.US_ASCII);
        come(type, flags, 1, payload);
        assertThat(heard).hasSize(1).first().asString().startsWith("failed: " + reason);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatEndsIsToldOf() {
        var _ = channel.close();
        assertThat(heard).containsExactly("failed: the server closed the connection");
    }
}
