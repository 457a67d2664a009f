package dev.weir.servlet;

import dev.weir.contract.ServerContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs all contract tests on the threading model {@code blocking} in the style {@code idiomatic}. The pool has as many
 * threads as in {@link BlockingContractTest}.
 */
class BlockingIdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("blocking-idiomatic");

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
            ServletServer.class, "--weir.model=blocking", "--weir.style=idiomatic", "--server.tomcat.threads.max=40");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
