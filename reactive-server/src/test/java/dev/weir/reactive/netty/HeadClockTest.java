package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.connection.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time of HTTP/2 frames: X02. */
class HeadClockTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(1, Duration.ofMillis(500), Duration.ofSeconds(1), 1_000, 65_536);

    private final EmbeddedChannel channel = new EmbeddedChannel(new HeadClock(LIMITS));

    /** Each read ends within a frame. If this fails, check that the time of a frame begins with the frame. */
    @Test
    void x02_framesOfABodyThatIsSlowAndSteadyAreTaken() throws InterruptedException {
        send(begin(frame(0, 0)));
        for (int i = 0; i < 30; i++) {
            send(frame(0, 0)); // the rest of one frame, and the begin of another
            TimeUnit.MILLISECONDS.sleep(50); // in all, three times what a head has
            channel.runScheduledPendingTasks();
        }
        assertThat(channel.isOpen()).isTrue();
    }

    /** If this fails, check that the time of a head is one for all its frames. */
    @Test
    void x02_aHeadOfManyFramesEndsTheConnection() throws InterruptedException {
        send(begin(frame(1, 0)));
        for (int i = 0; i < 30; i++) {
            send(frame(9, 0));
            TimeUnit.MILLISECONDS.sleep(50);
            channel.runScheduledPendingTasks();
        }
        assertThat(channel.isOpen()).isFalse();
    }

    /** The preface, a whole head, and a frame as far as the first byte of its payload. */
    private static ByteBuf begin(ByteBuf frame) {
        return Unpooled.wrappedBuffer(
                Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII),
                Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 1, 4, 0, 0, 0, 1}),
                frame.slice(1, 10));
    }

    /** A frame with two bytes of payload, of which one stands before it: of the frame before. */
    private static ByteBuf frame(int type, int flags) {
        return Unpooled.wrappedBuffer(new byte[] {'x', 0, 0, 2, (byte) type, (byte) flags, 0, 0, 0, 1, 'x'});
    }

    private void send(ByteBuf bytes) {
        if (channel.isOpen()) {
            var _ = channel.writeInbound(bytes);
        }
    }
}
