package dev.weir.reactive;

import dev.weir.contract.ConnectionWindowContract;
import dev.weir.contract.PriorKnowledgeContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code reactive} over HTTP/2 in the clear, with prior knowledge: X05. */
class PriorKnowledgeTest implements PriorKnowledgeContract, ConnectionWindowContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class).over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** 0, since the server asks for a grant only when the window is open. */
    @Override
    public double mostGrantedBehindAWindow() {
        return 0;
    }
}
