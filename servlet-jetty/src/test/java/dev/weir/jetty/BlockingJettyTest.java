package dev.weir.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.TransportContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract tests that a comparison with Tomcat relies on, on the model {@code blocking} on Jetty. */
class BlockingJettyTest implements TransportContract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("blocking-jetty");

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
            JettyServer.class,
            "--weir.model=blocking",
            "--weir.style=idiomatic",
            "--server.jetty.threads.max=202",
            "--server.jetty.threads.acceptors=1",
            "--server.jetty.threads.selectors=1");

    @Override
    public StartedServer server() {
        return SERVER;
    }

    /** A comparison gives Jetty two threads more than Tomcat: one accepts connections, and one selects. */
    @Test
    void threadsThatServeAreTwoFewer() {
        assertThat(SERVER.meter("weir.threads.max")).isEqualTo(200);
    }
}
