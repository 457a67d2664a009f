package dev.weir.jetty;

import dev.weir.contract.ExpectedFailures;
import dev.weir.contract.StartedServer;
import dev.weir.contract.TransportContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The model {@code blocking} on Jetty: the rules of what a comparison measures. */
class BlockingJettyTest implements TransportContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("blocking-jetty");

    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(JettyServer.class, "--weir.model=blocking", "--weir.style=idiomatic");

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
