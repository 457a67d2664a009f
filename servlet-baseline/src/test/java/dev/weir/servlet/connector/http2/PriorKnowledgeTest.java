package dev.weir.servlet.connector.http2;

import dev.weir.contract.PriorKnowledgeContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code async} over HTTP/2 in clear text, by prior knowledge: X05. */
class PriorKnowledgeTest implements PriorKnowledgeContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
