package dev.weir.servlet;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.operating.BusyContract;
import dev.weir.contract.operating.ReadinessContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReadinessTest {
    private static final TlsStore STORE = TlsStore.create();

    @Nested
    class Async implements ReadinessContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class VirtualOverTls implements ReadinessContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, STORE.settings("--weir.model=virtual"));

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements BusyContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(
                ServletServer.class,
                "--weir.model=blocking",
                "--server.tomcat.threads.max=" + THREADS,
                "--server.tomcat.threads.min-spare=1");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
