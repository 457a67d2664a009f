package dev.weir.reactive;

import dev.weir.contract.DownloadContract;
import dev.weir.contract.EventStreamContract;
import dev.weir.contract.RangeContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.SubscriberContract;
import dev.weir.contract.ThrottleContract;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs the contract tests that depend on how TLS delays or splits bytes, over the JDK's TLS (X05).
 * {@link TlsContractTest} runs more contract tests, over the native library. {@link JdkTlsTest} tests slow clients and
 * certificates.
 */
class JdkTlsContractTest
        implements DownloadContract, RangeContract, ThrottleContract, EventStreamContract, SubscriberContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ReactiveServer.class, "--weir.tls.provider=jdk").over(Transport.TLS);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
