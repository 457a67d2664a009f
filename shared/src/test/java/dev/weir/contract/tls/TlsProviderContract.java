package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.server.ContractPart;
import org.junit.jupiter.api.Test;

/** Tests that an operator sees which implementation of TLS a server uses (rule A01). */
public interface TlsProviderContract extends ContractPart {
    /** Returns the implementation of TLS that the server must use: {@code jdk} or {@code native}. */
    String tlsProvider();

    @Test
    default void a01_infoNamesTheImplementationOfTls() {
        try (Connection connection = Transport.CLEAR.connect("127.0.0.1", server().managementPort())) {
            Answer answer = connection
                    .send("GET", "/actuator/info", "Accept: application/json")
                    .answer();
            assertThat(answer.text()).contains("\"tls\":{\"provider\":\"" + tlsProvider() + "\"}");
        }
    }
}
