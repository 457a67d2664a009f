package dev.weir.servlet;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.SlowStreamContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that the server ends the responses of clients that read too slowly over HTTP/2 with TLS (D17, X05). */
class SlowStreamTest {
    @Nested
    class Async implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=async")
                .over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=virtual")
                .over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=blocking")
                .over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
