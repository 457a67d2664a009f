package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests floods of HTTP/2 frames that cost their sender almost nothing (rule X02). The server must close the connection
 * of such a client, and must continue to serve others.
 */
public interface FloodContract extends ContractPart {
    /** The number of frames in a flood. An honest client sends fewer before it gets an answer. */
    int MANY = 2_000;

    int NEWCOMERS = 20;

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
    default void x02_framesWithoutEndHoldNobodyUp() {
        // A WINDOW_UPDATE frame (RFC 9113, 6.9) that opens the connection's window by 17 bytes. Fewer count as a flood.
        byte[] opening = {0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 17};
        byte[] frames = new byte[FRAMES * opening.length];
        for (int i = 0; i < FRAMES; i++) {
            System.arraycopy(opening, 0, frames, i * opening.length, opening.length);
        }
        AtomicBoolean isOver = new AtomicBoolean();
        int senders = 2 * Runtime.getRuntime().availableProcessors();
        try (ExecutorService threads = Executors.newFixedThreadPool(senders)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                all.add(threads.submit(() -> sendUntil(isOver, frames)));
            }
            try {
                for (int i = 0; i < NEWCOMERS; i++) {
                    server().get("/files/text.txt").assertStatus(200);
                }
                assertThat(all).as("the senders that still send").allMatch(sender -> !sender.isDone());
            } finally {
                isOver.set(true);
            }
        }
    }

    private @Nullable Void sendUntil(AtomicBoolean isOver, byte[] frames) throws IOException {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            while (!isOver.get()) {
                connection.socket().out().write(frames);
            }
        }
        return null;
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
