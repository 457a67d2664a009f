package dev.weir.contract.http2;

import static dev.weir.contract.server.SuiteFiles.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests frames of HTTP/2 streams that have ended (rule X05). A client may send WINDOW_UPDATE and RST_STREAM before it
 * knows that a stream has ended (RFC 9113, 5.1). Such frames must not disturb the other streams of the connection.
 */
public interface LateFramesContract extends ContractPart {
    /** If this fails, check what the server does with a frame whose stream it has already forgotten. */
    @Test
    default void x05_aFrameOfAStreamThatEndedLongAgoIsIgnored() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream first = connection.open("GET", "/nothing");
            first.rest(0).assertStatus(404);
            int enoughToForgetIt = 6 * connection.settings().getMaxConcurrentStreams();
            for (int i = 0; i < enoughToForgetIt; i++) {
                connection.open("GET", "/nothing").rest(0).assertStatus(404);
            }
            isIgnored(connection, first);
        }
    }

    /** If this fails, check what the server does with a stream that it has answered before the request is complete. */
    @Test
    default void x05_aFrameOfAStreamThatTheServerEndedFirstIsIgnored() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.begin("GET", "/files/text.txt");
            assertThat(stream.rest(0).text()).isEqualTo(TEXT);
            connection.output().data(stream.id(), new byte[0], 0, 0, true);
            isIgnored(connection, stream);
        }
    }

    private static void isIgnored(Http2Connection connection, Http2Stream stream) {
        stream.open(1_000);
        connection.output().cancel(stream.id());
        assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(TEXT);
    }

    /**
     * A frame of a stream that was never opened must end the connection. Stream 99 would be one of the client's. Stream
     * 2 would be one of the server's.
     */
    @ParameterizedTest
    @ValueSource(ints = {99, 2})
    default void x05_aFrameOfAStreamThatNobodyOpenedEndsTheConnection(int stream) {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.open("GET", "/files/text.txt").rest(0).assertStatus(200);
            connection.open(stream, 1_000);
            while (connection.readOrEnd()) {}
        }
    }
}
