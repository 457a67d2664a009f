package dev.weir.jetty;

import dev.weir.contract.TransportContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.operating.AccessLogContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs contract tests on the model {@code virtual} on Jetty: those that a comparison with Tomcat relies on, and those
 * of the access log.
 */
class VirtualJettyTest implements TransportContract, AccessLogContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("virtual-jetty");

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(JettyServer.class, "--weir.model=virtual");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
