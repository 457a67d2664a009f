package dev.weir.contract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * D17 over HTTP/1.1: small files that their client does not read. The server is started with {@link
 * SlowReaderContract#LEAST}.
 */
public interface UnreadFilesContract extends ContractPart {
    int FILES = 1_000;

    /**
     * Requests more small files than the kernels buffer. The server may send such a file without a wait for its grant.
     *
     * <p>If this fails, check which code watches a body that is sent at once, and that the unsent rest is given back.
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
