package dev.weir.servlet;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.StreamEndContract;
import dev.weir.contract.http2.StreamShutdownContract;
import dev.weir.contract.operating.ShutdownContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShutdownTest {
    @Nested
    class Async implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, GRACE, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class AsyncIdiomatic implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, GRACE, "--weir.model=async", "--weir.style=idiomatic");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, GRACE, "--weir.model=virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class VirtualIdiomatic implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, GRACE, "--weir.model=virtual", "--weir.style=idiomatic");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, GRACE, "--weir.model=blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class BlockingIdiomatic implements ShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, GRACE, "--weir.model=blocking", "--weir.style=idiomatic");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OverHttp2 implements StreamShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ServletServer.class, ShutdownContract.GRACE, "--weir.model=async")
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class VirtualOverHttp2 implements StreamShutdownContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ServletServer.class, ShutdownContract.GRACE, "--weir.model=virtual")
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class SmallWindow implements StreamEndContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ServletServer.class, GRACE, HEARTBEAT, "--weir.model=async")
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class SmallWindowOfVirtual implements StreamEndContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                        ServletServer.class, GRACE, HEARTBEAT, "--weir.model=virtual")
                .over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
