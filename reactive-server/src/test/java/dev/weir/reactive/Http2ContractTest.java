package dev.weir.reactive;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.ConnectionWindowContract;
import dev.weir.contract.http2.Http2Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests on the server model {@code reactive} over HTTP/2 (X05). */
class Http2ContractTest implements AnyTransportContract, Http2Contract, ConnectionWindowContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** Returns 0: while the client's flow-control window is closed, the server requests no bytes from the throttle. */
    @Override
    public double mostGrantedBehindAWindow() {
        return 0;
    }
}
