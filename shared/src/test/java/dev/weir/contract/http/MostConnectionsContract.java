package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the limit on connections of all addresses together (X03), with the setting {@link #MOST_CONNECTIONS}. */
public interface MostConnectionsContract extends ContractPart {
    int MOST_OF_ALL = 8;
    String MOST_CONNECTIONS = "--weir.connections.max=" + MOST_OF_ALL;

    /**
     * A connection over the server's limit is closed, even a connection of a trusted proxy (the second address). If
     * this fails, check that the server counts every connection exactly once.
     */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.3.100", "127.0.99.1"})
    default void x03_connectionsOfAllAddressesAreBounded(String from) {
        List<Connection> held = new ArrayList<>();
        try {
            Eventually.is("as many connections as allowed", () -> hasFilled(held));
            try (Connection beyond = server().connect(from)) {
                assertThat(beyond.hasEnded()).isTrue();
            }
        } finally {
            held.forEach(Connection::close);
        }
        Eventually.is("an answer to a new connection", () -> server().serves(from));
    }

    /** If this fails, check that the server does not count connections that it has refused. */
    @Test
    default void x03_connectionsThatAreRefusedTakeNoPlace() {
        List<Connection> held = new ArrayList<>();
        try {
            Eventually.is("as many connections as allowed", () -> hasFilled(held));
            for (int i = 0; i < 2 * MOST_OF_ALL; i++) {
                try (Connection beyond = server().connect("127.0.3.100")) {
                    assertThat(beyond.hasEnded()).isTrue();
                }
            }
            held.removeLast().close();
            Eventually.is("an answer to a new connection", () -> server().serves("127.0.3.100"));
        } finally {
            held.forEach(Connection::close);
        }
    }

    private boolean hasFilled(List<Connection> held) {
        Connection connection = server().connect("127.0.3." + (held.size() + 1));
        try {
            connection.send("GET", "/").answer().assertStatus(200);
            held.add(connection);
        } catch (UncheckedIOException e) {
            connection.close(); // the server refused it
        }
        return held.size() == MOST_OF_ALL;
    }
}
