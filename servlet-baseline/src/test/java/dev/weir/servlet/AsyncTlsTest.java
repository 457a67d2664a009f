package dev.weir.servlet;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.Http1Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests for every transport and for HTTP/1.0 clients on the model {@code async} over TLS (X05). */
class AsyncTlsTest implements AnyTransportContract, Http1Contract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
