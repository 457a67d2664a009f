package dev.weir.jetty;

import dev.weir.contract.ExpectedFailures;
import dev.weir.contract.Http1Contract;
import dev.weir.contract.MalformedHeadContract;
import dev.weir.contract.RequestContract;
import dev.weir.contract.RequestIdContract;
import dev.weir.contract.SecurityContract;
import dev.weir.contract.SmallFileContract;
import dev.weir.contract.SoapContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.TransportContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code async} on Jetty: the rules that a comparison relies on, and those that the container decides. */
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
