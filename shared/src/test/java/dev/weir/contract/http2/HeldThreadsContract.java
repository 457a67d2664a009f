package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.TestedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests small answers that their client does not read (rule X02). They must not hold up other clients. The server
 * speaks HTTP/1.1 and HTTP/2 in clear text. If it is Tomcat, it has the setting {@link #THREADS}.
 */
public interface HeldThreadsContract extends ContractPart {
    String THREADS = "--server.tomcat.threads.max=20";

    int CONNECTIONS = 24;
    int CONNECTIONS_OF_HTTP2 = 3;
    int STREAMS = 20;
    int NEWCOMERS = 20;
    int LOOKS = 10;
    int LOOK_MILLIS = 100;
    int MOST_LOOKS = 100;

    /** The number of requests on each connection. Sockets cannot buffer the responses to so many. */
    int REQUESTS = 3_000;

    /** If this fails, check which thread blocks on a full send buffer, and which time limit ends the wait. */
    @Test
    default void x02_answersThatFillTheSocketsHoldNobodyUp() {
        String requests = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(REQUESTS);
        List<Connection> unread = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                unread.add(Transport.CLEAR
                        .connect("127.0.2." + (i % 8 + 1), server().port())
                        .send(requests.getBytes(StandardCharsets.US_ASCII)));
            }
            awaitStall(unread);
            assertNewcomersAreServed(server(), () -> {});
        } finally {
            unread.forEach(Connection::close);
        }
    }

    /** If this fails, check which thread blocks on a closed flow-control window, and which time limit ends the wait. */
    @Test
    default void x02_answersBehindAClosedWindowHoldNobodyUp() {
        behindClosedWindows(stream -> {});
    }

    /** If this fails, check that the time limit does not restart when the flow-control window opens by one byte. */
    @Test
    default void x02_answersThroughAWindowOfAByteHoldNobodyUp() {
        behindClosedWindows(stream -> {
            try {
                stream.open(1);
            } catch (UncheckedIOException e) {
                // The connection has ended.
            }
        });
    }

    private void behindClosedWindows(Consumer<Http2Stream> trickle) {
        List<Http2Connection> unread = new ArrayList<>();
        List<Http2Stream> streams = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS_OF_HTTP2; i++) {
                Http2Connection connection = server().connectOfHttp2(0);
                unread.add(connection);
                for (int j = 0; j < STREAMS; j++) {
                    streams.add(connection.open("GET", "/"));
                }
            }
            streams.getFirst().head().assertStatus(200);
            assertNewcomersAreServed(server(), () -> streams.forEach(trickle));
        } finally {
            unread.forEach(Connection::close);
        }
    }

    /** Runs {@code meanwhile} again and again while a newcomer waits. */
    static void assertNewcomersAreServed(TestedServer server, Runnable meanwhile) {
        List<Connection> newcomers = new ArrayList<>();
        try {
            for (int i = 0; i < NEWCOMERS; i++) {
                newcomers.add(Transport.CLEAR
                        .connect("127.0.3." + (i % 8 + 1), server.port())
                        .send("GET", "/"));
            }
            for (Connection newcomer : newcomers) {
                for (int i = 0; i < MOST_LOOKS && !newcomer.stirsWithin(LOOK_MILLIS); i++) {
                    meanwhile.run();
                }
                newcomer.answer().assertStatus(200);
            }
        } finally {
            newcomers.forEach(Connection::close);
        }
    }

    private static void awaitStall(List<Connection> unread) {
        long[] last = {-1, 0};
        Eventually.is("a stall of all connections", () -> {
            long came = 0;
            for (Connection connection : unread) {
                came += available(connection);
            }
            last[1] = came > 0 && came == last[0] ? last[1] + 1 : 0;
            last[0] = came;
            return last[1] == LOOKS;
        });
        assertThat(last[0]).isLessThan((long) unread.size() * REQUESTS * 1_000);
    }

    private static int available(Connection connection) throws IOException {
        return connection.socket().in().available();
    }
}
