package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.operating.LogContract;
import dev.weir.contract.operating.ShutdownContract;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.events.EventLog;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests what a stopping server does with open HTTP/2 streams at the end of the grace period (rule A03). The server
 * needs the setting {@link ShutdownContract#GRACE}. The test stops the server, so no other test can use this server.
 */
public interface StreamShutdownContract {
    StartedServer server();

    /**
     * A download, a long poll and a request with an incomplete body are open when the server stops. The server answers
     * the poll and cuts off the other two. Each has a line in the access log, and no event is published. If this fails,
     * check that the server does not wait for open streams before it closes their connection.
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
            Http2Stream unsent = connection.begin(
                    "POST",
                    "/events?" + marks.get(2),
                    SlowRequestContract.PUBLISHER,
                    "Content-Type: text/plain",
                    "Content-Length: 9",
                    "Expect: 100-continue");
            unsent.awaitContinue();
            unsent.send(new byte[] {'a', 'b', 'c'}, false);
            connection.ping();
            Eventually.meterIs(server(), "weir.downloads.active", 1);
            Eventually.meterIs(server(), "weir.events.subscribers", 1);
            server().stop();
        }
        assertThat(marks.stream().map(mark -> LoggedAccess.with(mark, server()).status()))
                .containsExactly(200, 204, 499);
        assertThat(events.last()).isEqualTo(last);
        String log = server().log();
        String stopLines = log.substring(log.indexOf("stopping; 1 download may go on"));
        assertThat(stopLines).contains("cut off 1 download and 1 other request after ");
        assertThat(LogContract.alarms(stopLines)).isEmpty();
    }
}
