package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * D17: clients that read almost nothing of a download. The server's {@code weir.files.min-progress} is {@link #LEAST}.
 */
public interface SlowReaderContract extends ServerUnderTest {
    String LEAST = "--weir.files.min-progress=1KB in 500ms";

    int FILES = 1_000;

    /**
     * If this fails, check which code watches the progress of a download that has a grant, and that it closes the
     * connection.
     */
    @Test
    default void d17_whoTakesNothingIsCutOff() {
        try (Connection stalled = server().open("GET", "/files/large.bin")) {
            stalled.head().assertStatus(200);
            Eventually.meterIs(server(), "weir.downloads.active", 1);
            Eventually.meterIs(server(), "weir.downloads.active", 0);
            assertThat(stalled.rest(0).body().length).isLessThan(SuiteFiles.LARGE_BYTES);
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    /**
     * Requests more small files than the kernels buffer. The server may send such a file without a wait for its grant.
     *
     * <p>If this fails, check which code watches a body that is sent at once, and that the unsent rest is given back.
     */
    @Test
    default void d17_whoTakesNothingOfSmallFilesIsCutOff() throws IOException {
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

    /**
     * The plan grants a byte a second, so each grant comes later than the time limit for slow readers.
     *
     * <p>If this fails, check that waiting for a grant does not count as reading slowly.
     */
    @Test
    default void d17_whoWaitsForAGrantIsNotSlow() {
        Answer answer = server().get("/files/data.bin", "Range: bytes=0-1", "X-API-Key: " + SuiteSettings.CRAWLING_KEY);
        answer.assertStatus(206);
        assertThat(answer.body()).isEqualTo(Arrays.copyOf(server().files().data(), 2));
    }
}
