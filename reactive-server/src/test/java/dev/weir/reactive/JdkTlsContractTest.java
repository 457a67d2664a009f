package dev.weir.reactive;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.DownloadContract;
import dev.weir.contract.downloads.RangeContract;
import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.events.EventStreamContract;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.StartedServer;
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
