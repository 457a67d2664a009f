package dev.weir.servlet.connector.http2;

import dev.weir.contract.FloodContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** X02: tests Tomcat's protection against floods of HTTP/2 frames, with the costs that {@link Http2Streams} sets. */
class FloodTest implements FloodContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
