package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** D17: clients that read almost nothing. The server's {@code weir.files.min-progress} is {@link #LEAST}. */
public interface SlowReaderContract extends ServerUnderTest {
    String LEAST = "--weir.files.min-progress=1KB in 500ms";

    /**
     * If this fails, check which code watches a body while it holds a grant, and that its end closes the connection.
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

    /** If this fails, check that waiting for a grant does not count as reading slowly. */
    @Test
    default void d17_whoWaitsForAGrantIsNotSlow() throws InterruptedException {
        Connection waiting;
        try (Pause _ = new Pause(server())) {
            waiting = server().open("GET", "/files/data.bin");
            waiting.head();
            Eventually.meterIs(server(), "weir.downloads.waiting", Pause.OWN_DOWNLOADS + 1);
            TimeUnit.MILLISECONDS.sleep(1_500); // three times as long as a slow client may take
        }
        try (waiting) {
            assertThat(waiting.rest(0).body()).isEqualTo(server().files().data());
        }
    }
}
