package dev.weir.servlet;

import dev.weir.contract.downloads.BrokenFileContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tests of {@link BrokenFileContract} for the tuned models. In plain Spring, the container also logs an error. */
class BrokenFileTest {
    @Nested
    class Async implements BrokenFileContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements BrokenFileContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements BrokenFileContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
