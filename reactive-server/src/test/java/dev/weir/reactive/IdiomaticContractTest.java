package dev.weir.reactive;

import dev.weir.contract.ServerContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.unit.DataSize;

/** The model {@code reactive} as WebFlux would have it written: a flux of buffers. */
class IdiomaticContractTest implements ServerContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, "--weir.reactive.idiomatic=true");

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** Reactor Netty asks a publisher for 128 buffers ahead, of a grant each, whether the socket takes them or not. */
    @Override
    public long mostGrantedToAStalledClient() {
        return DataSize.ofMegabytes(48).toBytes();
    }

    /** Of what it has asked for ahead nobody knows how much was written. */
    @Override
    public long leastGivenBackByAStalledClient() {
        return 0;
    }
}
