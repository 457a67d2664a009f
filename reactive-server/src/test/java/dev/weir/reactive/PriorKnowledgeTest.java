package dev.weir.reactive;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.ConnectionWindowContract;
import dev.weir.contract.http2.PriorKnowledgeContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs contract tests on the server model {@code reactive} over HTTP/2 in clear text, by prior knowledge (X05). */
class PriorKnowledgeTest implements PriorKnowledgeContract, ConnectionWindowContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).over(Transport.H2C);

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
