package dev.weir.servlet;

import dev.weir.contract.programs.RealClientsContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class RealClientsTest {
    @Nested
    class Async implements RealClientsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, HTTP2, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements RealClientsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, HTTP2, "--weir.model=virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements RealClientsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, HTTP2, "--weir.model=blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
