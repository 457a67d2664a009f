package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.ClientSocket;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.LeavesNothingOpen;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import okhttp3.internal.http2.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests HTTP/2 frames and bodies that do not arrive, or arrive byte by byte (rule X02). The server is started with the
 * time limits {@link SlowRequestContract#LIMITS}.
 */
@LeavesNothingOpen
public interface SlowFrameContract extends ContractPart {
    int TRICKLES = 100;
    int TRICKLE_MILLIS = 100;
    String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    String SETTINGS = "000000 04 00 00000000";

    /**
     * A frame that arrives byte by byte ends the connection. If this fails, check that a single time limit covers a
     * whole frame, and also a whole head of several frames.
     */
    @ParameterizedTest
    @CsvSource({
        "a part of the preface, 5, '', ''",
        "the preface alone, 24, '', ''",
        "a part of a frame's head, 24, 000000 04 00 00000000 0000, ''",
        "a frame that nobody knows, 24, 000000 04 00 00000000 004000 42 00 00000000, 00",
        "a head, 24, 000000 04 00 00000000 004000 01 04 00000001, 00",
        "a second head, 24, 000000 04 00 00000000 00000d 01 05 00000001 82 87 84 41 08 3132372e302e302e31 004000 01 04"
                + " 00000003, 00"
    })
    default void x02_aFrameThatTricklesEndsTheConnection(String what, int preface, String frames, String piece) {
        try (ClientSocket socket = connect()) {
            ByteArrayOutputStream begin = new ByteArrayOutputStream();
            begin.write(PREFACE.getBytes(StandardCharsets.US_ASCII), 0, preface);
            begin.writeBytes(bytes(frames));
            send(socket, begin.toByteArray());
            assertThat(endsWhileItTrickles(socket, bytes(piece))).as(what).isTrue();
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private ClientSocket connect() {
        return new ClientSocket("127.0.0.1", server().port(), server().isSecured() ? "h2" : null);
    }

    private static boolean endsWhileItTrickles(ClientSocket socket, byte[] piece) {
        try {
            for (int i = 0; i < TRICKLES; i++) {
                send(socket, piece);
                if (socket.within(TRICKLE_MILLIS, () -> hasEnded(socket))) {
                    return true;
                }
            }
            return false;
        } catch (UncheckedIOException e) {
            return true; // reset
        }
    }

    private static void send(ClientSocket socket, byte[] bytes) {
        try {
            socket.out().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x02_contentThatNeverComesIsTooSlow(String target, String type) {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.begin(
                    "POST", target, SlowRequestContract.PUBLISHER, "Content-Type: " + type, "Content-Length: 100");
            assertTooSlow(stream.rest(0));
            assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(SuiteFiles.TEXT);
        }
    }

    /** Checks that an answer is a 408 without a Connection field. HTTP/2 forbids that field (RFC 9113, 8.2.2). */
    private static void assertTooSlow(Answer answer) {
        answer.assertStatus(Problem.TOO_SLOW.status());
        assertThat(answer.field("Connection")).isNull();
        assertThat(answer.text()).isEqualTo(answer.textOf(Problem.TOO_SLOW));
    }

    /**
     * A request body arrives byte by byte. The server must answer 408, or close the connection because of too many
     * small frames. If this fails, check that a single time limit covers the whole body. The access log must have the
     * request in both cases. If it has not, check that the server also ends a request that fails while it starts.
     *
     * <p>The body begins when the server asks for it. Tomcat does not start a request, and so has no line for it, if the
     * connection ends before a thread is free for the request.
     */
    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x02_contentThatTricklesIsTooSlow(String target, String type) {
        String mark = LoggedAccess.mark();
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = connection.begin(
                    "POST",
                    target + "?" + mark,
                    SlowRequestContract.PUBLISHER,
                    "Content-Type: " + type,
                    "Content-Length: 60000",
                    "Expect: 100-continue");
            stream.awaitContinue();
            assertThat(isOverWhileItTrickles(connection, stream)).isTrue();
            if (stream.broken() == null) {
                assertTooSlow(stream.rest(0));
            }
        }
        LoggedAccess.with(mark, server());
    }

    private static boolean isOverWhileItTrickles(Http2Connection connection, Http2Stream stream) {
        try {
            for (int i = 0; i < TRICKLES && !stream.hasMore(); i++) {
                stream.send(new byte[] {'x'}, false);
                connection.stirsWithin(TRICKLE_MILLIS);
            }
            return stream.hasMore();
        } catch (UncheckedIOException e) {
            stream.broken(ErrorCode.CONNECT_ERROR);
            return true;
        }
    }

    private static boolean hasEnded(ClientSocket socket) throws IOException {
        socket.in().readAllBytes();
        return true;
    }
}
