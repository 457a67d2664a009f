package dev.weir.jetty;

import dev.weir.contract.TransportContract;
import dev.weir.contract.downloads.SmallFileContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.http.Http1Contract;
import dev.weir.contract.http.MalformedHeadContract;
import dev.weir.contract.http.RequestContract;
import dev.weir.contract.http.RequestIdContract;
import dev.weir.contract.http.SecurityContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.SoapContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs contract tests on the model {@code async} on Jetty: those that a comparison with Tomcat relies on, and those
 * whose result depends on the container.
 */
class AsyncJettyTest
        implements TransportContract,
                Http1Contract,
                SmallFileContract,
                RequestContract,
                RequestIdContract,
                SecurityContract,
                SoapContract,
                MalformedHeadContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("async-jetty");

    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(JettyServer.class, "--weir.model=async", "--weir.style=idiomatic");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
