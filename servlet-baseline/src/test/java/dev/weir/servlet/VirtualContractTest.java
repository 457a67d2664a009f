package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code virtual}: a virtual thread per request. */
class VirtualContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=virtual");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
