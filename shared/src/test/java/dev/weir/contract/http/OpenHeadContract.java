package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.ClientSocket;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.server.ContractPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests how a server treats an HTTP/2 client that sends whole frames of a request head, but never the last frame (RFC
 * 9113, 6.10; rule X02). The server is started with the time limits {@link SlowRequestContract#LIMITS}.
 */
public interface OpenHeadContract extends ContractPart {
    int BETWEEN_FRAMES_MILLIS = 500;

    /**
     * A request head that lacks its last frame ends the connection. If this fails, check that a single time limit
     * covers all frames of a head.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    default void x02_aHeadThatLacksItsEndEndsTheConnection(int continuations) throws IOException {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.ping();
            connection.socket().out().write(headers());
            for (int i = 0; i < continuations; i++) {
                boolean _ = connection.stirsWithin(BETWEEN_FRAMES_MILLIS);
                try {
                    connection.socket().out().write(continuation());
                } catch (IOException e) {
                    return; // the connection has ended
                }
            }
            while (connection.readOrEnd()) {}
        } catch (UncheckedIOException e) {
            assertThat(ClientSocket.isReset(e.getCause())).isTrue();
        }
    }

    /**
     * Returns a HEADERS frame of stream 1, with END_STREAM and without END_HEADERS. Its fields are the method GET, the
     * path / and the scheme http. Each field is an index into the static table of RFC 7541.
     */
    private static byte[] headers() {
        return new byte[] {0, 0, 3, 1, 1, 0, 0, 0, 1, (byte) 0x82, (byte) 0x84, (byte) 0x86};
    }

    /**
     * Returns a CONTINUATION frame with one header field. The field is long, because some servers treat many short
     * frames as an attack.
     */
    private static byte[] continuation() {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        int length = 1_100;
        int size = 3 + 3 + length;
        frame.writeBytes(new byte[] {0, (byte) (size >> 8), (byte) size, 9, 0, 0, 0, 0, 1});
        int beyondPrefix = length - 127; // RFC 7541, 5.1
        frame.writeBytes(new byte[] {0, 1, 'x', 127, (byte) ((beyondPrefix & 127) | 128), (byte) (beyondPrefix >> 7)});
        frame.writeBytes("y".repeat(length).getBytes(StandardCharsets.US_ASCII));
        return frame.toByteArray();
    }
}
