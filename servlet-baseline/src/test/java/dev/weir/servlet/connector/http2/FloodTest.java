package dev.weir.servlet.connector.http2;

import dev.weir.contract.FloodContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Tomcat counts of a connection of HTTP/2, with the costs that {@link Http2Streams} sets: X02. */
class FloodTest implements FloodContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
