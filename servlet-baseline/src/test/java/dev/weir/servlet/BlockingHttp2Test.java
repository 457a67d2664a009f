package dev.weir.servlet;

import dev.weir.contract.AnyTransportContract;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.Http2Contract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests the model {@code blocking} over HTTP/2 (X05): the rules for every transport and the rules for HTTP/2. The pool
 * has as many threads as in {@link BlockingContractTest}.
 */
class BlockingHttp2Test implements AnyTransportContract, Http2Contract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
                    ServletServer.class, "--weir.model=blocking", "--server.tomcat.threads.max=40")
            .over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
