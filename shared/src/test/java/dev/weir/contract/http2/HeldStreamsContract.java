package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.StalledServer;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests HTTP/2 downloads that wait for their client (rules X02, X05, D11). The server needs a model that writes
 * downloads on virtual threads, and the settings that {@link HeldThreadsContract} names.
 */
public interface HeldStreamsContract extends HeldThreadsContract {
    /** By default, Tomcat serves 20 streams of a connection at once. This is more. */
    int STREAMS_THAT_WAIT = 22;

    /** Longer than Tomcat's time-out of 5 seconds for an answer to PING. */
    int PAUSE_MILLIS = 7_000;

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

    /** If this fails, check which thread waits for the lock of a stream whose write blocks. */
    @Test
    default void x02_resetStreamsThatFillTheSocketHoldNobodyUp() {
        whileSocketsAreFull(CONNECTIONS_OF_HTTP2, unread -> {
            unread.forEach(one -> one.streams().forEach(Http2Stream::cancel));
            assertNewcomersAreServed();
            pause(); // long enough for the server to read all frames, and to look for clients that have left
            assertNewcomersAreServed();
        });
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /**
     * The server can answer a PING only when the client reads again. If newcomers wait, check which thread writes the
     * answer. If a connection ends before its answer, check the write time-out of this thread.
     */
    @Test
    default void x05_pingsOnFullSocketsHoldNobodyUpAndEndNoConnection() {
        whileSocketsAreFull(SuiteSettings.MAX_DOWNLOADS, unread -> {
            unread.forEach(one -> one.output().ping(false, 1, 0));
            assertNewcomersAreServed();
            pause();
            for (Http2Connection one : unread) {
                one.ping();
                assertThat(one.pings()).as("answers to PING").isPositive();
            }
        });
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that a write that waits for the socket ends when the server closes the connection. */
    @Test
    default void d11_aClientThatEndsAFullConnectionFreesItsPlaces() {
        whileSocketsAreFull(CONNECTIONS_OF_HTTP2, unread -> {
            for (Http2Connection one : unread) {
                one.socket().endOutput();
            }
            Eventually.meterIs(server(), "weir.downloads.active", 0);
        });
    }

    private void assertNewcomersAreServed() {
        HeldThreadsContract.assertNewcomersAreServed(server(), () -> {});
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Opens as many downloads as the server allows. Runs {@code task} when they have filled the sockets. */
    private void whileSocketsAreFull(int connections, Consumer<List<Http2Connection>> task) {
        Eventually.meterIs(server(), "weir.downloads.active", 0);
        List<Http2Connection> unread = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                Http2Connection connection = server().connectOfHttp2(Integer.MAX_VALUE);
                unread.add(connection);
                connection.open(0, Integer.MAX_VALUE / 2);
                for (int j = 0; j < SuiteSettings.MAX_DOWNLOADS / connections; j++) {
                    connection.open("GET", "/files/large.bin");
                }
            }
            Eventually.meterIs(server(), "weir.downloads.active", SuiteSettings.MAX_DOWNLOADS);
            StalledServer.awaitOn(server());
            task.accept(unread);
        } finally {
            unread.forEach(Connection::close);
        }
    }
}
