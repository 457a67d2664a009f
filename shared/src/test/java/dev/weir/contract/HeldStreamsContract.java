package dev.weir.contract;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests HTTP/2 downloads that wait for their client (rules X02, X05, D11). The server needs a model that writes
 * downloads on virtual threads, and the settings that {@link HeldThreadsContract} names.
 */
public interface HeldStreamsContract extends HeldThreadsContract {
    /** By default, Tomcat serves 20 streams of a connection at once. This is more. */
    int STREAMS_THAT_WAIT = 22;

    /** If this fails, check that the server really serves as many streams at once as it announces. */
    @Test
    default void x05_streamsThatWaitHoldUpNoOtherStream() {
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            for (int i = 0; i < STREAMS_THAT_WAIT; i++) {
                connection.open("GET", "/files/data.bin").head().assertStatus(200);
            }
            connection.open("GET", "/").head().assertStatus(200);
        }
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /**
     * The clients fill their sockets with downloads over HTTP/2, read nothing, and reset all streams. If this fails,
     * check whether a thread of the pool waits for a stream's lock while a write holds it.
     */
    @Test
    default void x02_resetStreamsThatFillTheSocketHoldNobodyUp() {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
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
