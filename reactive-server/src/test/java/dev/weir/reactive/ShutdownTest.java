package dev.weir.reactive;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.StreamEndContract;
import dev.weir.contract.http2.StreamShutdownContract;
import dev.weir.contract.operating.ShutdownContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShutdownTest {
    @Nested
    class Tuned implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, GRACE);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Idiomatic implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, GRACE, "--weir.style=idiomatic");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OverHttp2 implements StreamShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, ShutdownContract.GRACE).over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class SmallWindow implements StreamEndContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, GRACE, HEARTBEAT).over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
