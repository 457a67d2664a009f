package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code blocking}: a pooled thread a request, and more of them than the suite has downloads at once. */
class BlockingContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=blocking", "--server.tomcat.threads.max=40");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
