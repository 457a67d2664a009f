package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that download small files but do not read yet (rules X02, D17). Such a download must hold no thread.
 * This contract does not apply to threading models that block a thread for each download. A server with a pool of
 * threads must be started with the setting {@link #THREADS}.
 */
public interface HeldFilesContract extends ContractPart {
    String THREADS = "--server.tomcat.threads.max=5";
    String SPARE_THREADS = "--server.tomcat.threads.min-spare=1";

    int CONNECTIONS = 6;
    int NEWCOMERS = 20;
    int LOOKS = 10;

    /** The number of files that each client requests. The buffers of the sockets cannot hold so many files. */
    int FILES = 100;

    /**
     * If this fails, check which thread blocks on a full send buffer. Also check how the server sends the rest of a
     * file after the send buffer was full.
     */
    @Test
    default void x02_smallFilesThatFillTheSocketsHoldNoThread() throws IOException {
        byte[] content = server().files().small("held.bin");
        String requests = "GET /files/held.bin HTTP/1.1\r\nHost: a\r\n\r\n".repeat(FILES);
        List<Connection> unread = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                Connection connection = server().connect("127.0.2." + (i + 1));
                unread.add(connection.send(requests.getBytes(StandardCharsets.US_ASCII)));
                awaitStall(); // one by one: while all threads work, Tomcat's sweep cuts off a client that pipelines
            }
            for (int i = 0; i < NEWCOMERS; i++) {
                server().get("/").assertStatus(200);
            }
            for (Connection connection : unread) {
                for (int i = 0; i < FILES; i++) {
                    Answer answer = connection.answer();
                    answer.assertStatus(200);
                    assertThat(Arrays.mismatch(answer.body(), content))
                            .as("first wrong byte of file %d", i)
                            .isEqualTo(-1);
                }
            }
        } finally {
            unread.forEach(Connection::close);
        }
        double whole = (double) CONNECTIONS * FILES * content.length;
        // The server counts a file's bytes after its write, when the client may have read them already.
        Eventually.meterIs(server(), "weir.downloads.written", whole);
        assertThat(server().meter("weir.throttle.granted")).isEqualTo(whole);
    }

    private void awaitStall() {
        double[] last = {0, 0};
        Eventually.is("full sockets", () -> {
            double granted = server().meter("weir.throttle.granted");
            last[1] = granted > 0 && granted == last[0] ? last[1] + 1 : 0;
            last[0] = granted;
            return last[1] == LOOKS;
        });
    }
}
