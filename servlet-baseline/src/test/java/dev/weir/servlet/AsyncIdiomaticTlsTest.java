package dev.weir.servlet;

import dev.weir.contract.TransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.http.Http1Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests the model {@code async} in the style {@code idiomatic} over TLS (X05): the rules on how bytes get to a client,
 * and the rules for clients of HTTP/1.0.
 */
class AsyncIdiomaticTlsTest implements TransportContract, Http1Contract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("async-idiomatic", Transport.TLS);

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
                    ServletServer.class, "--weir.model=async", "--weir.style=idiomatic")
            .over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
