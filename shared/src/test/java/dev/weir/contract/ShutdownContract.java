package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests what a stopping server does at the end of the grace period (rule A03). The server needs the setting
 * {@link #GRACE}. The test stops the server, so no other test can use this server.
 */
public interface ShutdownContract {
    String GRACE = "--spring.lifecycle.timeout-per-shutdown-phase=1s";

    /** The text by which tests find the log line about requests that the server has cut off. */
    String CUT_OFF = "cut off ";

    StartedServer server();

    /**
     * The server cuts off open requests. The access log must have one line for each download, with the number of bytes
     * that the client got. The server's log must have one line with the number of requests that were cut off. If this
     * fails, check that the thread of a download ends before the access log is closed.
     */
    @Test
    default void a03_openDownloadsAreCutOffAndLogged() {
        List<String> marks = Stream.generate(LoggedAccess::mark).limit(3).toList();
        List<Connection> downloads = marks.stream()
                .map(mark -> server().open("GET", "/files/large.bin?" + mark, "X-API-Key: " + SuiteSettings.SLOW_KEY))
                .toList();
        downloads.forEach(download -> download.head().assertStatus(200));
        try (Connection unsent = server().open(
                        "POST",
                        "/events",
                        "Content-Type: text/plain",
                        "Content-Length: 9",
                        "X-API-Key: " + SuiteSettings.PUBLISHER_KEY)) {
            Eventually.meterIs(server(), "weir.downloads.active", marks.size());
            assertThat(downloads.getLast().some(1)).hasSize(1); // meanwhile the request without its body has arrived
            server().stop();
            unsent.untilItEnds();
        }
        for (int i = 0; i < marks.size(); i++) {
            int read = downloads.get(i).untilItEnds().length + (i == marks.size() - 1 ? 1 : 0);
            downloads.get(i).close();
            LoggedAccess line = LoggedAccess.with(marks.get(i), server());
            assertThat(line.status()).isEqualTo(200);
            assertThat(line.bytes()).isEqualTo(read);
        }
        String log = server().log();
        String stopLines = log.substring(log.indexOf("stopping; 3 downloads may go on for at most 1 s"));
        assertThat(stopLines.lines().filter(line -> line.contains(CUT_OFF)))
                .singleElement()
                .asString()
                .contains("cut off 3 downloads and 1 other request after ");
        assertThat(stopLines.lines().filter(line -> !line.contains("[weir-soap-"))) // which may still be starting
                .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("raceful shutdown"));
    }
}
