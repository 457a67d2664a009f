package dev.weir.reactive;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.Http1Contract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code reactive} over the JDK's TLS: X05. {@link TlsContractTest} uses the native library. */
class JdkTlsContractTest implements AnyTransportContract, Http1Contract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ReactiveServer.class, "--weir.tls.provider=jdk").over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
