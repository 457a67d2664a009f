package dev.weir.servlet;

import dev.weir.contract.SlowReaderContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowReaderTest {
    @Nested
    class Async implements SlowReaderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements SlowReaderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements SlowReaderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
