package dev.weir.contract.downloads;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LeavesNothingOpen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests small files over HTTP/1.1 that their client does not read (rule D17). The server has the setting
 * {@link SlowReaderContract#LEAST}.
 */
@LeavesNothingOpen
public interface UnreadFilesContract extends ContractPart {
    int FILES = 1_000;

    /**
     * The client requests more small files than the sockets can buffer, and reads none. The server may send a small
     * file at once, without a wait for the throttle.
     *
     * <p>If this fails, check which code watches a body that is sent at once. Also check that the unsent rest is given
     * back to the throttle.
     */
    @Test
    default void d17_aClientThatTakesNothingOfSmallFilesIsCutOff() throws IOException {
        server().files().small("unread.bin");
        try (Connection stalled = server().connect("127.0.0.1")) {
            stalled.send("GET /files/unread.bin HTTP/1.1\r\nHost: a\r\n\r\n"
                    .repeat(FILES)
                    .getBytes(StandardCharsets.US_ASCII));
            Eventually.is("the end", () -> UnreadAnswerContract.hasClosed(stalled));
        }
        Eventually.is(
                "granted = written + given back",
                () -> server().meter("weir.throttle.granted")
                        == server().meter("weir.downloads.written") + server().meter("weir.throttle.given-back"));
        server().get("/files/text.txt").assertStatus(200);
    }
}
