package dev.weir.reactive;

import dev.weir.contract.ServerContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code reactive} as WebFlux would have it written: a flux of buffers. */
class IdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.reactive.idiomatic=true");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
