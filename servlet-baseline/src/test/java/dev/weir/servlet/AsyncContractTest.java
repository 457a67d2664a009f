package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs all contract tests on the threading model {@code async}: servlet async and non-blocking I/O. */
class AsyncContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=async");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
