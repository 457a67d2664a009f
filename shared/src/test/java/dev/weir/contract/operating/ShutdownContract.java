package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.events.EventLog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests what a stopping server does at the end of the grace period (rule A03). The server needs the setting
 * {@link #GRACE}. The test stops the server, so no other test can use this server.
 */
public interface ShutdownContract {
    String GRACE = "--spring.lifecycle.timeout-per-shutdown-phase=1s";

    StartedServer server();

    /**
     * The server cuts off open requests. The access log must have one line for each download, with the number of bytes
     * that the client got. A request whose body is not complete must publish nothing, and its line must have the status
     * 499. The server's log must have one line with the number of requests that were cut off. If this fails, check that
     * all connections end before the access log is closed.
     */
    @Test
    default void a03_openRequestsAreCutOffAndLogged() {
        List<String> marks = Stream.generate(LoggedAccess::mark).limit(3).toList();
        List<Connection> downloads = marks.stream()
                .map(mark -> server().open("GET", "/files/large.bin?" + mark, "X-API-Key: " + SuiteSettings.SLOW_KEY))
                .toList();
        downloads.forEach(download -> download.head().assertStatus(200));
        EventLog events = server().events();
        long last = events.last();
        List<String> unsentMarks = List.of(LoggedAccess.mark(), LoggedAccess.mark());
        try (Connection unsent = publish(unsentMarks.getFirst(), "Content-Length: 9");
                Connection begun = publish(unsentMarks.getLast(), "Transfer-Encoding: chunked")) {
            begun.send("3\r\nabc\r\n".getBytes(StandardCharsets.US_ASCII));
            Eventually.meterIs(server(), "weir.downloads.active", marks.size());
            assertThat(downloads.getLast().some(1)).hasSize(1); // meanwhile the bytes of the body have arrived
            server().stop();
            unsent.untilItEnds();
            begun.untilItEnds();
        }
        unsentMarks.forEach(
                mark -> assertThat(LoggedAccess.with(mark, server()).status()).isEqualTo(499));
        assertThat(events.last()).isEqualTo(last);
        for (int i = 0; i < marks.size(); i++) {
            int read = downloads.get(i).untilItEnds().length + (i == marks.size() - 1 ? 1 : 0);
            downloads.get(i).close();
            LoggedAccess line = LoggedAccess.with(marks.get(i), server());
            assertThat(line.status()).isEqualTo(200);
            assertThat(line.bytes()).isEqualTo(read);
        }
        String log = server().log();
        String stopLines = log.substring(log.indexOf("stopping; 3 downloads may go on for at most 1 s"));
        assertThat(stopLines.lines().filter(line -> line.contains(StartedServer.CUT_OFF)))
                .singleElement()
                .asString()
                .contains("cut off 3 downloads and 2 other requests after ");
        assertThat(LogContract.alarms(stopLines)).isEmpty();
        assertThat(stopLines.lines()).noneMatch(line -> line.startsWith("\tat ") || line.contains("raceful shutdown"));
    }

    private Connection publish(String mark, String bodyField) {
        Connection publisher = server().open(
                        "POST",
                        "/events?" + mark,
                        "Content-Type: text/plain",
                        bodyField,
                        "Expect: 100-continue",
                        "X-API-Key: " + SuiteSettings.PUBLISHER_KEY);
        publisher.head().assertStatus(100);
        return publisher;
    }
}
