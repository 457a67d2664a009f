package dev.weir.contract;

import org.junit.jupiter.api.Test;

/**
 * Tests HTTP/2 downloads that wait for their client (rule X05). The server needs a model that writes downloads on
 * virtual threads, and the settings that {@link HeldThreadsContract} names.
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
}
