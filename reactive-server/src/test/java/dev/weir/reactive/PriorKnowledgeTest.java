package dev.weir.reactive;

import dev.weir.contract.ConnectionWindowContract;
import dev.weir.contract.PriorKnowledgeContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reactor Netty without ALPN: X05. */
class PriorKnowledgeTest implements PriorKnowledgeContract, ConnectionWindowContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** Nothing: a grant is asked for when the window opens. */
    @Override
    public double mostGrantedBehindAWindow() {
        return 0;
    }
}
