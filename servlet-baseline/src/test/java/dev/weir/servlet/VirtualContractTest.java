package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs all contract tests on the threading model {@code virtual}: each request has a virtual thread. */
class VirtualContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=virtual");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
