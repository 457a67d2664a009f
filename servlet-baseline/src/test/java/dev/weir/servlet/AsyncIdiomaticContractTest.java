package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs all contract tests on the threading model {@code async} in the style {@code idiomatic}, which uses emitters and
 * deferred results.
 */
class AsyncIdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("async-idiomatic");

    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async", "--weir.style=idiomatic");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
