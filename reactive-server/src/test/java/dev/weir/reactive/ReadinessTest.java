package dev.weir.reactive;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.operating.ReadinessContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReadinessTest {
    /**
     * Makes the server stop without waiting for open requests. A graceful shutdown would wait for them, although
     * the test has already stopped the connector.
     */
    private static final String AT_ONCE = "--server.shutdown=immediate";

    private static final TlsStore STORE = TlsStore.create();

    @Nested
    class ClearText implements ReadinessContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, AT_ONCE);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OverTls implements ReadinessContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settings(AT_ONCE));

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
