package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests floods of HTTP/2 frames that cost their sender almost nothing (rule X02). The server must close the connection
 * or limit its share of the processors. In both cases it must serve other clients.
 */
public interface FloodContract extends ContractPart {
    /** The number of frames in a flood. An honest client sends fewer before it gets an answer. */
    int MANY = 2_000;

    /** Few, because the flood slows down all other tests on the machine. Without a pause, not even one is served. */
    int NEWCOMERS = 3;

    /** The number of clients that send without end. The server has fewer threads in its pool. */
    int SENDERS = 24;

    /** The number of frames in one write. */
    int FRAMES = 5_000;

    /**
     * If this fails, check that the server limits the requests that a client resets at once ("rapid reset",
     * CVE-2023-44487).
     */
    @Test
    default void x02_requestsThatAreResetAtOnceEndTheirConnection() {
        assertEndsBy(connection -> begin(connection).cancel());
    }

    @Test
    default void x02_pingsEndTheirConnection() {
        assertEndsBy(connection -> connection.output().ping(false, 1, 0));
    }

    @Test
    default void x02_settingsEndTheirConnection() {
        assertEndsBy(connection -> connection.output().settings(Http2Connection.WINDOW));
    }

    @Test
    default void x02_contentWithoutAByteEndsItsConnection() {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = begin(connection);
            assertEndsBy(connection, () -> connection.output().data(stream.id(), new byte[0], 0, 0, false));
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    @Test
    default void x02_windowsThatOpenByAByteForNothingEndTheirConnection() {
        assertEndsBy(connection -> connection.open(0, 1));
    }

    /** If this fails, check that a thread that reads frames lets other threads run. */
    @Test
    default void x02_framesWithoutEndHoldNobodyUp() throws InterruptedException {
        // A WINDOW_UPDATE frame (RFC 9113, 6.9) that opens the window by 17 bytes. Fewer than 16 count as a flood.
        byte[] opening = {0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 17};
        byte[] frames = new byte[FRAMES * opening.length];
        for (int i = 0; i < FRAMES; i++) {
            System.arraycopy(opening, 0, frames, i * opening.length, opening.length);
        }
        CountDownLatch begun = new CountDownLatch(SENDERS);
        List<Http2Connection> endless = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            try {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < SENDERS; i++) {
                    Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW);
                    endless.add(connection);
                    all.add(threads.submit(() -> sendWithoutEnd(connection, frames, begun)));
                }
                begun.await();
                for (int i = 0; i < NEWCOMERS; i++) {
                    server().get("/files/text.txt").assertStatus(200);
                }
                assertThat(all).as("the senders that still send").allMatch(sender -> !sender.isDone());
            } finally {
                endless.forEach(Connection::close); // ends the senders
            }
        }
    }

    private static Void sendWithoutEnd(Http2Connection connection, byte[] frames, CountDownLatch begun)
            throws IOException {
        OutputStream out = connection.socket().out();
        out.write(frames);
        begun.countDown();
        while (true) {
            out.write(frames);
        }
    }

    private static Http2Stream begin(Http2Connection connection) {
        return connection.begin(
                "POST", "/events", StreamsContract.PUBLISHER, "Content-Type: text/plain", "Content-Length: 1");
    }

    private void assertEndsBy(Consumer<Http2Connection> frame) {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            assertEndsBy(connection, () -> frame.accept(connection));
        }
        server().get("/files/text.txt").assertStatus(200);
    }

    private static void assertEndsBy(Http2Connection connection, Runnable frame) {
        try {
            for (int i = 0; i < MANY; i++) {
                frame.run();
            }
        } catch (UncheckedIOException e) {
            // The connection has ended.
        }
        for (int i = 0; i < 10 * MANY; i++) {
            if (!connection.readOrEnd()) {
                return;
            }
        }
        assertThat(false).as("the connection has ended").isTrue();
    }
}
