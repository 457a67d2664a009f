package dev.weir.perf.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.load.Generator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StalledClientsTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Generator generator = new Generator(false);
    private final ServerSocket server = listen();
    private final List<Socket> open = new ArrayList<>();

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
        generator.close();
    }

    /** Answers each slow reader with one of the texts. An empty text closes the connection. Returns the errors. */
    private Map<String, Long> errors(Duration patience, String... answers) throws Exception {
        Thread answering = Thread.ofVirtual().start(() -> {
            try {
                for (String answer : answers) {
                    Socket reader = server.accept();
                    open.add(reader);
                    var _ = reader.getInputStream().read(new byte[1000]);
                    reader.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    if (answer.isEmpty()) {
                        reader.close();
                    }
                }
            } catch (IOException _) {
                // The slow reader has closed its connection.
            }
        });
        InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
        StalledClients readers = StalledClients.begin(generator, address, "/large", answers.length, patience);
        Map<String, Long> errors = generator.ask(() -> Map.copyOf(readers.leave()));
        answering.join();
        return errors;
    }

    @Test
    void readersThatWaitUntilTheEndAreNoError() throws Exception {
        assertThat(errors(PATIENCE, HEAD, HEAD)).isEmpty();
    }

    /** It is an error if the server closes the connection of a slow reader, or refuses the reader's request. */
    @Test
    void aReaderThatEndsEarlierIsAnError() throws Exception {
        String refused = "HTTP/1.1 503 Busy\r\nContent-Length: ";
        assertThat(errors(PATIENCE, HEAD, "", refused + "0\r\n\r\n", refused + "7\r\n\r\nrefused"))
                .isEqualTo(Map.of(
                        "a slow reader ended: the server closed the connection", 1L,
                        "a slow reader ended: 503 Busy", 2L));
    }

    @Test
    void aReaderWithoutAnAnswerIsAnError() throws Exception {
        assertThat(errors(Duration.ofMillis(1), "HTTP/1.1 ")).isEqualTo(Map.of("a slow reader ended: no answer", 1L));
    }
}
