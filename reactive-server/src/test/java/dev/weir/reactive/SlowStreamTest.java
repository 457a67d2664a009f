package dev.weir.reactive;

import dev.weir.contract.SlowStreamContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Slow clients of HTTP/2 over TLS: D17 by X05. */
class SlowStreamTest {
    @Nested
    class Regions implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, LEAST).over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
