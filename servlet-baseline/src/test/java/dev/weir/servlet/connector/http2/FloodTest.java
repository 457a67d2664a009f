package dev.weir.servlet.connector.http2;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.FloodContract;
import dev.weir.contract.http2.HeldThreadsContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests that Tomcat closes a connection that floods it with HTTP/2 frames, or still serves other clients (X02).
 * {@link Http2Streams} configures the limits.
 */
class FloodTest {
    @Nested
    class Async implements FloodContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ServletServer.class, "--weir.model=async", HeldThreadsContract.THREADS)
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements FloodContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, "--weir.model=virtual").over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
