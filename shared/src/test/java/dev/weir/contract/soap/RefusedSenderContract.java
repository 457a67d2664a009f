package dev.weir.contract.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.problem.Problem;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that continue to send after the server has refused their request (rule X02). The server is started with
 * the time limits {@link SlowRequestContract#LIMITS}.
 */
public interface RefusedSenderContract extends ContractPart {
    int BLOCKS = 256;
    int BLOCK_BYTES = 256 * 1024;

    /** If this fails, check for how long the server reads from a connection that it has closed for writing. */
    @Test
    default void x02_aClientThatTricklesOnIsLeft() {
        try (Connection connection = refused()) {
            Eventually.is("a connection that takes nothing more", () -> !takes(connection, 1));
        }
    }

    /** If this fails, check how many bytes the server reads from a connection that it has closed for writing. */
    @Test
    default void x02_aClientThatSendsOnIsLeft() {
        try (Connection connection = refused()) {
            boolean left = false;
            for (int i = 0; i < BLOCKS && !left; i++) {
                left = !takes(connection, BLOCK_BYTES);
            }
            assertThat(left).isTrue();
        }
    }

    /** If this fails, check that the server reads the bytes after an invalid head before it closes the connection. */
    @Test
    default void x02_aClientThatSendsMuchBehindAnInvalidHeadReadsTheRefusal() {
        String head = "POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: " + 16 * BLOCK_BYTES + "\r\n\r\n";
        for (int i = 0; i < 20; i++) {
            try (Connection connection = server().connect("127.0.0.1")) {
                connection.send(head.getBytes(StandardCharsets.US_ASCII)).send(new byte[16 * BLOCK_BYTES]);
                connection.answer().assertStatus(400);
            }
        }
    }

    private Connection refused() {
        Connection connection = server().open(
                        "POST",
                        "/events",
                        SlowRequestContract.PUBLISHER,
                        "Content-Type: text/plain",
                        "Content-Length: 99999999");
        connection.answer().assertRefusedWith(Problem.TOO_LARGE);
        assertThat(connection.hasEnded()).isTrue();
        return connection;
    }

    private static boolean takes(Connection connection, int bytes) {
        try {
            connection.send(new byte[bytes]);
            return true;
        } catch (UncheckedIOException e) {
            return false;
        }
    }
}
