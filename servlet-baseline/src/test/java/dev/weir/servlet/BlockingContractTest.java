package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs all contract tests on the threading model {@code blocking}, in which each request has a pooled thread. The pool
 * has more threads than the tests have open requests at any time.
 */
class BlockingContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=blocking", "--server.tomcat.threads.max=40");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
