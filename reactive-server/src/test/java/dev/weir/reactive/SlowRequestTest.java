package dev.weir.reactive;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http.ConnectionsContract;
import dev.weir.contract.http.MostConnectionsContract;
import dev.weir.contract.http.OpenHeadContract;
import dev.weir.contract.http.RefusedBodyContract;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.http2.SlowFrameContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.RefusedSenderContract;
import dev.weir.contract.tls.SlowHandshakeContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowRequestTest {
    @Nested
    class Reactive implements SlowRequestContract, RefusedBodyContract, RefusedSenderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, LIMITS.toArray(String[]::new));

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    /** Sends requests over HTTP/1.1 to a server that also accepts HTTP/2 by prior knowledge. */
    @Nested
    class BesideHttp2 implements SlowRequestContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                ReactiveServer.class, LIMITS.get(0), LIMITS.get(1), LIMITS.get(2), "--server.http2.enabled=true");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OverTls implements SlowRequestContract, SlowHandshakeContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, LIMITS.toArray(String[]::new))
                .over(Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfHttp2 implements SlowFrameContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ReactiveServer.class, SlowRequestContract.LIMITS.toArray(String[]::new))
                .over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class FewConnections implements ConnectionsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, FEW_CONNECTIONS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class MostConnections implements MostConnectionsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, MOST_CONNECTIONS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class InTheClearOfHttp2 implements OpenHeadContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ReactiveServer.class, SlowRequestContract.LIMITS.toArray(String[]::new))
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
