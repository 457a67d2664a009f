package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.ContractPart;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests TLS handshakes that do not arrive, or arrive byte by byte (rule X02). The server is started with the time
 * limits {@link SlowRequestContract#LIMITS}.
 */
public interface SlowHandshakeContract extends ContractPart {
    /**
     * The server must close a connection whose TLS handshake arrives byte by byte. If this fails, check that the time
     * limit of a connection's first request head includes the handshake.
     */
    @ParameterizedTest
    @ValueSource(strings = {"16", "1603010200", "1603010200010001fc0303"})
    default void x02_aHandshakeThatTricklesEndsTheConnection(String begin) {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server().port())) {
            connection.send(HexFormat.of().parseHex(begin));
            assertThat(connection.stirsWhileItTrickles("\u0003")).isTrue();
            connection.untilItEnds();
        }
    }

    @Test
    default void x02_aHandshakeThatNeverComesEndsTheConnection() {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server().port())) {
            assertThat(connection.hasEnded()).isTrue();
        }
    }
}
