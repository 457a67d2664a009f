package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.StalledServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests downloads while the flow-control window of their HTTP/2 connection is closed (rule T05). Only for threading
 * models that request no bytes from the throttle in this state.
 */
public interface ConnectionWindowContract extends ContractPart {
    int STREAMS = 10;

    /**
     * While the connection's window is closed, the server must not take bytes from the throttle for downloads whose own
     * windows are open. These downloads must go on when the connection's window opens. If this fails, check that the
     * server also tests the connection's window, and that a stream learns when this window opens.
     */
    @Test
    default void t05_behindTheClosedWindowOfTheConnectionNothingIsAskedFor() {
        try (Http2Connection connection = server().connectOfHttp2(1_000_000)) {
            Http2Stream first = connection.open("GET", "/files/large.bin");
            while (first.came() < Http2Connection.WINDOW) {
                assertThat(connection.readOrEnd()).isTrue();
            }
            StalledServer.awaitOn(server());
            double before = server().meter("weir.throttle.granted");
            List<Http2Stream> others = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                others.add(connection.open("GET", "/files/data.bin"));
            }
            others.forEach(stream -> stream.head().assertStatus(200));
            StalledServer.awaitOn(server());
            assertThat(server().meter("weir.downloads.active")).isEqualTo(STREAMS + 1);
            assertThat(server().meter("weir.throttle.granted") - before).isZero();
            first.cancel();
            connection.open(0, 64 * 1024 * 1024);
            for (Http2Stream stream : others) {
                assertThat(stream.rest(0).body()).isEqualTo(server().files().data());
            }
        }
    }
}
