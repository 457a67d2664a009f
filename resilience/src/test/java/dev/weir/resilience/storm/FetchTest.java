package dev.weir.resilience.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FetchTest {
    private static final String WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"a\"\r\n\r\n";
    private static final String PART =
            "HTTP/1.1 206 Partial\r\nContent-Length: 3\r\nContent-Range: bytes 3-5/6\r\n\r\n";

    private final List<byte[]> versions = List.of(bytes("abcdef"), bytes("abcxyz"));
    private final Fetch fetch = new Fetch("/files/x", versions);
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void aBodyMustBeOneOfTheVersions() throws IOException {
        assertThat(ask(WHOLE + "abcxyz")).isEqualTo(Fetch.WHOLE);
        assertThat(new Fetch("/files/x", versions).get(answer(WHOLE + "abcdez"), 9))
                .isEqualTo(Fetch.MIXED);
        assertThat(new Fetch("/files/x", versions).get(answer(WHOLE + "abcd"), 9))
                .isEqualTo(Fetch.SHORT);
        assertThat(new Fetch("/files/x", versions).get(answer("HTTP/1.1 404 No\r\n\r\n"), 9))
                .isEqualTo("status 404");
    }

    @Test
    void aShortOneGoesOnWhereItEnded() throws IOException {
        assertThat(ask(WHOLE + "abc")).isEqualTo(Fetch.SHORT);
        assertThat(ask(PART + "xyz")).isEqualTo(Fetch.WHOLE);
        assertThat(requests.getLast()).contains("Range: bytes=3-", "If-Range: \"a\"");
        assertThat(fetch.resumed()).isEqualTo(1);
        assertThat(fetch.anew()).isZero();
    }

    @Test
    void partsOfTwoVersionsAreOtherBytes() throws IOException {
        Fetch fetch = new Fetch("/files/x", List.of(bytes("abcdef"), bytes("uvwxyz")));
        assertThat(fetch.get(answer(WHOLE + "abc"), 9)).isEqualTo(Fetch.SHORT);
        assertThat(fetch.get(answer(PART + "xyz"), 9)).isEqualTo(Fetch.MIXED);
    }

    @Test
    void anotherFileIsTakenFromItsBeginning() throws IOException {
        assertThat(ask(WHOLE + "abcd")).isEqualTo(Fetch.SHORT);
        assertThat(ask(WHOLE + "abcxyz")).isEqualTo(Fetch.WHOLE);
        assertThat(fetch.anew()).isEqualTo(1);
    }

    @Test
    void aPartThatNobodyAskedForIsOtherBytes() throws IOException {
        assertThat(ask(WHOLE + "ab")).isEqualTo(Fetch.SHORT);
        assertThat(ask(PART + "def")).isEqualTo(Fetch.MIXED);
    }

    @Test
    void noAnswerIsAnError() {
        assertThatThrownBy(() -> ask("")).hasMessage("closed without an answer");
    }

    private String ask(String answer) throws IOException {
        return fetch.get(answer(answer), Long.MAX_VALUE);
    }

    /** Connects to a server that reads one request head, sends {@code answer}, and closes the connection. */
    private RawSocket answer(String answer) throws IOException {
        Thread.startVirtualThread(() -> {
            try (Socket socket = server.accept()) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) socket.getInputStream().read());
                }
                requests.add(head.toString());
                socket.getOutputStream().write(bytes(answer));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return RawSocket.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 7);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
