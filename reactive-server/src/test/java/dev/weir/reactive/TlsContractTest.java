package dev.weir.reactive;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.Http1Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests over TLS (X05). Over TLS, the server writes buffers instead of file regions. */
class TlsContractTest implements AnyTransportContract, Http1Contract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
