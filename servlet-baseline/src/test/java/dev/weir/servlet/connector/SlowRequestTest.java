package dev.weir.servlet.connector;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.ConnectionsContract;
import dev.weir.contract.http.MalformedHeadContract;
import dev.weir.contract.http.OpenHeadContract;
import dev.weir.contract.http.RefusedBodyContract;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.http2.SlowFrameContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.RefusedSenderContract;
import dev.weir.contract.tls.SlowHandshakeContract;
import dev.weir.servlet.ServletServer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowRequestTest {
    /** Starts a server with 6 threads. The tests let more than 6 requests wait for their bodies at once. */
    private static StartedServer server(String model, String... more) {
        return StartedServer.of(
                ServletServer.class,
                Stream.concat(
                                Stream.of("--weir.model=" + model, "--server.tomcat.threads.max=6"),
                                Stream.concat(SlowRequestContract.LIMITS.stream(), Arrays.stream(more)))
                        .toArray(String[]::new));
    }

    @Nested
    class Async implements SlowRequestContract, RefusedBodyContract, RefusedSenderContract, MalformedHeadContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements SlowRequestContract, RefusedBodyContract, RefusedSenderContract, MalformedHeadContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("virtual", "--server.http2.enabled=true");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements SlowRequestContract, RefusedBodyContract, RefusedSenderContract, MalformedHeadContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OverTls implements SlowRequestContract, SlowHandshakeContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("async").over(Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfHttp2 implements SlowFrameContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("async").over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfHttp2OnVirtual implements SlowFrameContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("virtual").over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class FewConnections implements ConnectionsContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, "--weir.model=async", FEW_CONNECTIONS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class InTheClearOfHttp2 implements OpenHeadContract {
        @RegisterExtension
        static final StartedServer SERVER = SlowRequestTest.server("async").over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
