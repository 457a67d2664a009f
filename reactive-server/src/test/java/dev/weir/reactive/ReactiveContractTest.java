package dev.weir.reactive;

import dev.weir.contract.ServerContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests on the server in the style {@code tuned}, over HTTP/1.1 in clear text. */
class ReactiveContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
