package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.EventLog;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests what a stopping server does with open HTTP/2 streams at the end of the grace period (rule A03). The server needs
 * the setting {@link ShutdownContract#GRACE}. The test stops the server, so no other test can use this server.
 */
public interface StreamShutdownContract {
    StartedServer server();

    /**
     * The server cuts off a download, a poll and a request whose body is not complete. Nothing may be published. If this
     * fails, check that the server does not wait for open streams before it closes their connection.
     */
    @Test
    default void a03_openStreamsAreCutOffAndLogged() {
        EventLog events = server().events();
        long last = events.last();
        List<String> marks = Stream.generate(LoggedAccess::mark).limit(3).toList();
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream download =
                    connection.open("GET", "/files/large.bin?" + marks.get(0), "X-API-Key: " + SuiteSettings.SLOW_KEY);
            download.head().assertStatus(200);
            connection.open("GET", "/events/next?timeout=30&" + marks.get(1));
            connection
                    .begin(
                            "POST",
                            "/events?" + marks.get(2),
                            SlowRequestContract.PUBLISHER,
                            "Content-Type: text/plain",
                            "Content-Length: 9")
                    .send(new byte[] {'a', 'b', 'c'}, false);
            connection.ping();
            Eventually.meterIs(server(), "weir.downloads.active", 1);
            Eventually.meterIs(server(), "weir.events.subscribers", 1);
            server().stop();
        }
        marks.forEach(mark -> LoggedAccess.with(mark, server()));
        assertThat(events.last()).isEqualTo(last);
        String log = server().log();
        assertThat(log.substring(log.indexOf("stopping; 1 download may go on")).lines())
                .anyMatch(line -> line.contains(ShutdownContract.CUT_OFF))
                .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
    }
}
