package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests answers other than files, to a client that closes its HTTP/2 flow-control window (rule D17). The server must
 * have the setting {@link SlowReaderContract#LEAST}.
 */
public interface UnreadStreamContract extends ContractPart {
    int EVENT_BYTES = 60_000;
    int STEP_BYTES = 1_024;

    /**
     * The server resets a stream whose answer its client does not read, but keeps the connection. If this fails, check
     * that every unread answer has a time limit, and that the connection still serves other streams.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/nothing", "/files/none", "/ws?wsdl"})
    default void d17_anAnswerThatNobodyReadsIsResetAlone(String target) {
        try (Http2Connection connection = server().connectOfHttp2(0)) {
            Http2Stream stalled = connection.open("GET", target);
            assertThat(stalled.head().status()).isBetween(200, 499);
            assertIsReset(connection, stalled);
            Http2Stream next = connection.open("GET", "/files/text.txt");
            next.head().assertStatus(200);
            next.open(Http2Connection.WINDOW);
            assertThat(next.rest(0).text()).isEqualTo(SuiteFiles.TEXT);
        }
    }

    /**
     * The flow-control window of the connection is closed, and that of the stream is open. The server must reset the
     * stream.
     */
    @Test
    default void d17_anAnswerBehindTheWindowOfTheConnectionIsReset() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream first = connection.open("GET", "/files/large.bin");
            while (first.came() < Http2Connection.WINDOW) {
                assertThat(connection.readOrEnd()).isTrue();
            }
            Http2Stream stalled = connection.open("GET", "/");
            stalled.head().assertStatus(200);
            assertIsReset(connection, stalled);
            first.cancel();
        }
    }

    /**
     * The client takes a large answer slowly, but fast enough. The server writes the answer in one piece. If the test
     * fails, check that the time limit restarts when a part of a frame is sent.
     */
    @Test
    default void d17_aClientThatTakesEnoughGetsAllOfALargeAnswer() {
        try (PublishingClient publisher = new PublishingClient(server());
                Http2Connection connection = server().connectOfHttp2(0)) {
            String start = publisher.text("any", "");
            publisher.text("any", "x".repeat(EVENT_BYTES));
            Http2Stream stream = connection.open("GET", "/events/next?after=" + start);
            stream.head().assertStatus(200);
            while (!stream.isOver()) {
                stream.open(STEP_BYTES);
                stream.some(STEP_BYTES);
                connection.stirsWithin(20); // closed window; in total for twice the time limit
            }
            assertThat(stream.isWhole()).isTrue();
            assertThat(stream.came()).isGreaterThan(EVENT_BYTES);
        }
    }

    private static void assertIsReset(Http2Connection connection, Http2Stream stream) {
        while (!stream.isOver()) {
            assertThat(connection.readOrEnd()).isTrue();
        }
        assertThat(stream.broken()).isNotNull();
    }
}
