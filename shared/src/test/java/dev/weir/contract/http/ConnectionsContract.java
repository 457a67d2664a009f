package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the limit on connections per client address (rule X03), with the setting {@link #FEW_CONNECTIONS}. */
public interface ConnectionsContract extends ContractPart {
    int MOST = 8;
    String FEW_CONNECTIONS = "--weir.connections.max-per-address=" + MOST;

    /** If this fails, check that opening a connection raises the count of its address, and closing lowers it. */
    @Test
    default void x03_connectionsOfOneAddressAreBounded() {
        List<Connection> held = new ArrayList<>();
        try {
            for (int i = 0; i < MOST; i++) {
                held.add(served("127.0.3.1"));
            }
            try (Connection beyond = server().connect("127.0.3.1")) {
                assertThat(beyond.hasEnded()).isTrue();
            }
            served("127.0.3.2").close();
        } finally {
            held.forEach(Connection::close);
        }
        Eventually.is("an answer to a new connection", () -> server().serves("127.0.3.1"));
    }

    /** A trusted proxy may have more connections than the limit, because they carry requests of many clients. */
    @Test
    default void x03_aTrustedProxyMayHaveMore() {
        List<Connection> held = new ArrayList<>();
        try {
            for (int i = 0; i <= MOST; i++) {
                held.add(served("127.0.99.1"));
            }
        } finally {
            held.forEach(Connection::close);
        }
    }

    private Connection served(String from) {
        Connection connection = server().connect(from).send("GET", "/files/text.txt");
        connection.answer().assertStatus(200);
        return connection;
    }
}
