package dev.weir.servlet;

import dev.weir.contract.TransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.http2.Http2Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests the model {@code virtual} in the style {@code idiomatic} over HTTP/2 (X05): the rules on how bytes get to a
 * client, and the rules for HTTP/2.
 */
class VirtualIdiomaticHttp2Test implements TransportContract, Http2Contract {
    @RegisterExtension
    static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("virtual-idiomatic", Transport.H2);

    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
                    ServletServer.class, "--weir.model=virtual", "--weir.style=idiomatic")
            .over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
