package dev.weir.servlet.connector.http2;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.PriorKnowledgeContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests of prior knowledge (HTTP/2 in clear text, no upgrade) on the model {@code async} (X05). */
class PriorKnowledgeTest implements PriorKnowledgeContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.H2C);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
