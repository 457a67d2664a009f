package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests clients that read almost nothing of a download (rule D17). The server has the setting {@link #LEAST}. */
public interface SlowReaderContract extends ContractPart {
    String LEAST = "--weir.files.min-progress=1KB in 500ms";

    /** If this fails, check that the server closes the connection of a client that reads granted bytes too slowly. */
    @Test
    default void d17_aClientThatTakesNothingIsCutOff() {
        try (Connection stalled = server().open("GET", "/files/large.bin")) {
            stalled.head().assertStatus(200);
            Eventually.meterIs(server(), "weir.downloads.active", 0);
            assertThat(stalled.rest(0).body().length).isLessThan(SuiteFiles.LARGE_BYTES);
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    /**
     * The client's plan allows one byte per second. So each wait for the throttle is longer than the time limit for
     * slow readers.
     *
     * <p>If this fails, check that a wait for the throttle does not count as reading slowly.
     */
    @Test
    default void d17_aClientThatWaitsForAGrantIsNotSlow() {
        Answer answer = server().get("/files/data.bin", "Range: bytes=0-1", "X-API-Key: " + SuiteSettings.CRAWLING_KEY);
        answer.assertStatus(206);
        assertThat(answer.body()).isEqualTo(Arrays.copyOf(server().files().data(), 2));
    }
}
