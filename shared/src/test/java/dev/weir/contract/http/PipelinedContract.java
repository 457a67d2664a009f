package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a client sends over HTTP/1.1 while the server has not yet answered an earlier request completely. */
public interface PipelinedContract extends ContractPart {
    String SLOW = "X-API-Key: " + SuiteSettings.SLOW_KEY;

    String POLL = "GET /events/next?timeout=300ms HTTP/1.1\r\nHost: a\r\n\r\n";

    int BLOCK_BYTES = 64 * 1024;
    int BODY_BYTES = 96 * 1024 * 1024;

    /** The client may send at most this much. It is more than the kernel buffers of both ends hold. */
    int MOST_BYTES_AHEAD = 64 * 1024 * 1024;

    int LOOKS = 25;

    /**
     * The server does not read the body, so it cannot detect that the client has disconnected. Each poll ends by its
     * time-out. If this fails, check which queue takes the body of a request that waits behind others.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: " + BODY_BYTES, "Transfer-Encoding: chunked"})
    default void x02_aBodyBehindAnotherRequestIsNotReadAhead(String length) throws InterruptedException {
        String content = length.startsWith("Content") ? "x".repeat(BLOCK_BYTES) : "1\r\nx\r\n".repeat(BLOCK_BYTES / 6);
        AtomicLong sent = new AtomicLong();
        Thread sender;
        String poll = POLL.replace("300ms", "3");
        try (Connection connection = server().connect("127.0.0.1")) {
            send(
                    connection,
                    POLL + poll + "POST /ws HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\n" + length + "\r\n\r\n");
            OutputStream out = connection.socket().out();
            sender = Thread.startVirtualThread(() -> sendAll(out, content.getBytes(StandardCharsets.US_ASCII), sent));
            connection.answer().assertStatus(204); // so that the server has begun with the second poll
            long[] last = {-1, 0};
            Eventually.is("a stall", () -> {
                last[1] = sent.get() > 0 && sent.get() == last[0] ? last[1] + 1 : 0;
                last[0] = sent.get();
                return last[1] == LOOKS;
            });
            assertThat(sent.get()).isLessThan(MOST_BYTES_AHEAD);
        }
        sender.join();
    }

    private static void sendAll(OutputStream out, byte[] block, AtomicLong sent) {
        try {
            while (sent.get() < BODY_BYTES) {
                out.write(block);
                sent.addAndGet(block.length);
            }
        } catch (IOException e) {
            // The test has closed the connection.
        }
    }

    /** If this fails, check that a malformed chunk does not count as the end of a body that waits. */
    @Test
    default void p01_aMalformedChunkBehindAnotherRequestPublishesNothing() {
        long last = server().events().last();
        try (Connection connection = server().connect("127.0.0.1")) {
            send(
                    connection,
                    POLL + "POST /events HTTP/1.1\r\nHost: a\r\n" + SlowRequestContract.PUBLISHER
                            + "\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZ\r\n");
            connection.untilItEnds();
        }
        assertThat(server().events().last()).isEqualTo(last);
    }

    /** The download must continue until the client disconnects. If this fails, check what ends the running answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
                "GET / HTTP/7.7\r\n\r\n",
                "GET / HTTP/2.0\r\na b: c\r\n\r\n",
                "\u0001 / \r\n\r\n"
            })
    default void d11_aMalformedHeadBehindADownloadDoesNotEndIt(String head) {
        try (Connection connection = server().open("GET", "/files/large.bin", SLOW)) {
            connection.head().assertStatus(200);
            send(connection, head);
            assertThat(connection.some(20_000)).hasSize(20_000);
        }
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that the server releases the file when it refuses the rest of a request. */
    @Test
    default void d11_aMalformedBodyLeavesNoDownload() {
        try (Connection connection = server().open("GET", "/files/large.bin", SLOW, "Transfer-Encoding: chunked")) {
            connection.head().assertStatus(200);
            send(connection, "ZZ\r\n");
            connection.some(20_000);
        }
        Eventually.meterIs(server(), "weir.downloads.active", 0);
    }

    /** If this fails, check that the error for a malformed request does not answer the request before it. */
    @Test
    default void x04_aMalformedHeadBehindAPollDoesNotAnswerIt() {
        try (Connection connection = server().connect("127.0.0.1")) {
            send(connection, POLL + "GET / HTTP/2.0\r\nHost: a\r\n\r\n");
            connection.answer().assertStatus(204);
            assertThat(new String(connection.untilItEnds(), StandardCharsets.ISO_8859_1))
                    .matches("(?s)HTTP/1.1 (400|505) .*");
        }
    }

    private static void send(Connection connection, String text) {
        connection.send(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
