package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Test;

/**
 * Tests that the end of an HTTP/2 event stream does not delay the stop of the server (rule A03). The server needs the
 * settings {@link #GRACE} and {@link #HEARTBEAT}. The test stops the server, so no other test can use this server.
 */
public interface StreamEndContract {
    /** A long grace period. A server that waits until it is over logs that it has cut off the stream. */
    String GRACE = "--spring.lifecycle.timeout-per-shutdown-phase=8s";

    /** A long interval, so that no heartbeat uses the flow-control window. */
    String HEARTBEAT = "--weir.events.heartbeat=1m";

    int QUIET_MILLIS = 300;
    int TOO_FEW_BYTES = 5;

    StartedServer server();

    /**
     * The client's window has room for the opening of the stream, and for a part of its end only. If this fails, check
     * that the server waits for such a client only briefly.
     */
    @Test
    default void a03_aWindowThatIsTooSmallForTheEndDelaysNoStop() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream usual = connection.open("GET", "/events");
            usual.head().assertStatus(200);
            while (connection.stirsWithin(QUIET_MILLIS)) {}
            int opening = Math.toIntExact(usual.came());
            usual.cancel();
            connection.output().settings(opening + TOO_FEW_BYTES);
            Http2Stream small = connection.open("GET", "/events");
            small.head().assertStatus(200);
            while (connection.stirsWithin(QUIET_MILLIS)) {}
            assertThat(small.came()).isEqualTo(opening);
            server().stop();
        }
        assertThat(server().log()).doesNotContain(StartedServer.CUT_OFF);
    }
}
