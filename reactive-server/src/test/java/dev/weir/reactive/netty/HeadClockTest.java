package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.connection.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests how {@link HeadClock} limits the time of HTTP/2 frames and request heads (X02). */
class HeadClockTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(1, Duration.ofMillis(500), Duration.ofSeconds(1), 1_000, 65_536);

    private final MockTicker time = Ticker.newMockTicker();
    private final EmbeddedChannel channel = EmbeddedChannel.builder()
            .handlers(new HeadClock(LIMITS, () -> {}))
            .ticker(time)
            .build();

    /** Each HTTP/2 frame must have its own time limit. A slow, steady body then does not end the connection. */
    @Test
    void x02_framesOfABodyThatIsSlowAndSteadyAreTaken() {
        send(begin(frame(0, 0)));
        for (int i = 0; i < 30; i++) {
            send(frame(0, 0)); // the rest of one frame and the start of the next
            pass(50); // in total three times the limit of a head
        }
        assertThat(channel.isOpen()).isTrue();
    }

    /** All frames of a request head must share one time limit. So a slow head of many frames ends the connection. */
    @Test
    void x02_aHeadOfManyFramesEndsTheConnection() {
        send(begin(frame(1, 0)));
        for (int i = 0; i < 30; i++) {
            send(frame(9, 0));
            pass(50);
        }
        assertThat(channel.isOpen()).isFalse();
    }

    /**
     * Returns the connection preface, a complete request head, and {@code frame} without its first byte.
     *
     * @param frame a result of {@link #frame}; its first byte would end an earlier frame, so it is left out
     */
    private static ByteBuf begin(ByteBuf frame) {
        return Unpooled.wrappedBuffer(
                Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII),
                Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 1, 4, 0, 0, 0, 1}),
                frame.slice(1, 10));
    }

    /** Returns the last byte of any frame, then a frame of this type with these flags, but without its last byte. */
    private static ByteBuf frame(int type, int flags) {
        return Unpooled.wrappedBuffer(new byte[] {'x', 0, 0, 2, (byte) type, (byte) flags, 0, 0, 0, 1, 'x'});
    }

    private void pass(int millis) {
        time.advanceMillis(millis);
        channel.runScheduledPendingTasks();
    }

    private void send(ByteBuf bytes) {
        if (channel.isOpen()) {
            var _ = channel.writeInbound(bytes);
        }
    }
}
