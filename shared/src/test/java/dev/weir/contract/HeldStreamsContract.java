package dev.weir.contract;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests HTTP/2 streams that their clients reset but do not make room for (rules X02, D11). Threads that are not of a
 * pool must write the downloads of the server. It needs the settings that {@link HeldThreadsContract} names.
 */
public interface HeldStreamsContract extends HeldThreadsContract {
    /**
     * The clients fill their sockets with downloads over HTTP/2, read nothing, and reset all streams. If this fails,
     * check which thread waits for the lock of a stream whose write blocks.
     */
    @Test
    default void x02_resetStreamsThatFillTheSocketHoldNobodyUp() {
        List<Http2Connection> unread = new ArrayList<>();
        List<Http2Stream> streams = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS_OF_HTTP2; i++) {
                Http2Connection connection = server().connectOfHttp2(Integer.MAX_VALUE);
                unread.add(connection);
                connection.open(0, Integer.MAX_VALUE / 2);
                for (int j = 0; j < SuiteSettings.MAX_DOWNLOADS / CONNECTIONS_OF_HTTP2; j++) {
                    streams.add(connection.open("GET", "/files/large.bin"));
                }
            }
            Eventually.meterIs(server(), "weir.downloads.active", streams.size());
            StalledServer.awaitOn(server());
            streams.forEach(Http2Stream::cancel);
            HeldThreadsContract.assertNewcomersAreServed(server(), () -> {});
            Eventually.meterIs(server(), "weir.downloads.active", 0);
        } finally {
            unread.forEach(Connection::close);
        }
    }
}
