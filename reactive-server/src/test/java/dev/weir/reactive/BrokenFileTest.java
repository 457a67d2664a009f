package dev.weir.reactive;

import dev.weir.contract.downloads.BrokenFileContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tests of {@link BrokenFileContract}. */
class BrokenFileTest {
    @Nested
    class Clear implements BrokenFileContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
