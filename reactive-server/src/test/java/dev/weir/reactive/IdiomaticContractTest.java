package dev.weir.reactive;

import dev.weir.contract.ServerContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests on the server in the style {@code idiomatic}. Some of them are expected to fail. */
class IdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("reactive-idiomatic");

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.style=idiomatic");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
