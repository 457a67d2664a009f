package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import okio.Buffer;
import org.junit.jupiter.api.Test;

/** Frames of HTTP/2 that come slowly: X02. The server is started with {@link SlowRequestContract#LIMITS}. */
public interface SlowFramesContract extends ServerUnderTest {
    /** Fewer than a server may take for an attack, and together longer than a head may take. */
    int MOST_CONTINUATIONS = 12;

    /** If this fails, check that the time of a head is one for all its frames. */
    @Test
    default void x02_aHeadOfManyFramesEndsTheConnection() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.open("GET", "/files/text.txt").rest(0).assertStatus(200);
            Buffer frames = new Buffer().write(frame(1, 1, 1, 3));
            boolean ended = false;
            for (int i = 0; i < MOST_CONTINUATIONS && !ended; i++) {
                try {
                    send(connection, frames.write(frame(9, 0, 1, 3)), frames.size());
                    ended = endsWithin(connection, 300);
                } catch (UncheckedIOException e) {
                    ended = ClientSocket.isReset(e.getCause());
                }
            }
            assertThat(ended).isTrue();
        }
    }

    private static boolean endsWithin(Http2Connection connection, int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            try {
                if (connection.socket().within(10, () -> !connection.readOrEnd())) {
                    return true;
                }
            } catch (UncheckedIOException e) {
                assertThat(e).hasCauseInstanceOf(SocketTimeoutException.class);
            }
        }
        return false;
    }

    /** A frame (RFC 9113, 4.1) whose payload is text, or fields of the static table: the path {@code /}. */
    private static byte[] frame(int type, int flags, int length, int streamId) {
        Buffer frame = new Buffer().writeShort(length >> 8).writeByte(length);
        frame.writeByte(type).writeByte(flags).writeInt(streamId);
        while (frame.size() < length + 9) {
            frame.writeByte(type == 0 ? 'x' : 0x84);
        }
        return frame.readByteArray();
    }

    private static void send(Http2Connection connection, Buffer frames, long bytes) {
        try {
            connection.socket().out().write(frames.readByteArray(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
