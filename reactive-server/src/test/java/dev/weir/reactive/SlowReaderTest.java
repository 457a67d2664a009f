package dev.weir.reactive;

import dev.weir.contract.SlowReaderContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.UnreadListingContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowReaderTest {
    @Nested
    class Regions implements SlowReaderContract, UnreadListingContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, LEAST);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
