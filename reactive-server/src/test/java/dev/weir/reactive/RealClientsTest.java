package dev.weir.reactive;

import dev.weir.contract.programs.RealClientsContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class RealClientsTest {
    @Nested
    class Reactive implements RealClientsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, HTTP2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
