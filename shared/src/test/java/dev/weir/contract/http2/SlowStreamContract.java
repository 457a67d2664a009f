package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.server.SuiteFiles;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that read almost nothing of one HTTP/2 stream (rule D17). The server has the setting {@link #LEAST}.
 */
public interface SlowStreamContract extends SlowReaderContract {
    /** If this fails, check that the server resets only the slow stream, and still serves other streams. */
    @Test
    default void d17_aStreamWhoseWindowStaysClosedIsCutOffAlone() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            connection.open(0, 1024 * 1024);
            Http2Stream stalled = connection.open("GET", "/files/large.bin");
            stalled.head().assertStatus(200);
            everyDownloadHasEnded();
            stalled.rest(0); // fails if the body ended as if it were complete
            assertThat(stalled.broken()).isNotNull();
            assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(SuiteFiles.TEXT);
        }
    }

    /** If this fails, check that the server ends a stream whose flow-control window stays below 0 (RFC 9113, 6.9.2). */
    @Test
    default void d17_aClientThatTakesItsWindowBackIsCutOff() {
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            connection.output().settings(100);
            Http2Stream stream = connection.open("GET", "/files/large.bin");
            stream.head().assertStatus(200);
            assertThat(stream.some(100)).hasSize(100);
            connection.output().settings(0);
            everyDownloadHasEnded();
            connection.output().settings(Http2Connection.WINDOW);
            assertThat(connection.open("GET", "/files/text.txt").rest(0).text()).isEqualTo(SuiteFiles.TEXT);
        }
    }

    /**
     * The client opens the stream's window by a single byte, again and again, and reads each byte. The server may cut
     * the stream off or continue to serve it.
     */
    @Test
    default void d17_aClientThatTakesAByteAtATimeIsCutOffOrServed() {
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            Http2Stream stream = connection.open("GET", "/files/large.bin");
            stream.head().assertStatus(200);
            int read = 0;
            for (int i = 0; i < 3_000 && stream.broken() == null; i++) {
                stream.open(1);
                read += stream.some(1).length;
            }
            assertThat(stream.isWhole()).isFalse();
            assertThat((long) read).isEqualTo(stream.came());
            stream.cancel();
        }
    }
}
