package dev.weir.servlet;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.Http1Contract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the model {@code async} over TLS (X05): the rules for every transport and the rules for HTTP/1.0. */
class AsyncTlsTest implements AnyTransportContract, Http1Contract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
