package dev.weir.contract.downloads;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests small answers that nobody reads (rule D17). The server has the setting {@link SlowReaderContract#LEAST}. */
public interface UnreadAnswerContract extends ContractPart {
    int ANSWERS = 3_000;

    /**
     * The client requests more answers than sockets can buffer. If this fails, check which answers have no time limit.
     */
    @Test
    default void d17_aConnectionWhoseAnswersNobodyReadsIsClosed() {
        String requests = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(ANSWERS);
        try (Connection stalled = server().connect("127.0.0.1")) {
            stalled.send(requests.getBytes(StandardCharsets.US_ASCII));
            Eventually.is("the end", () -> hasClosed(stalled));
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    /** Returns whether the server has closed a connection. To find out, sends an empty line, and reads nothing. */
    static boolean hasClosed(Connection connection) {
        try {
            connection.send(new byte[] {'\r', '\n'}); // a server ignores an empty line before a request
            return false;
        } catch (UncheckedIOException e) {
            return true;
        }
    }
}
