package dev.weir.reactive.netty;

import dev.weir.contract.SlowReaderContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.contract.UnreadAnswerContract;
import dev.weir.contract.UnreadStreamContract;
import dev.weir.reactive.ReactiveServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that nobody reads: D17. */
class StalledAnswerTest {
    @Nested
    class Clear implements UnreadAnswerContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, SlowReaderContract.LEAST);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Tls implements UnreadAnswerContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, SlowReaderContract.LEAST).over(Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Http2 implements UnreadStreamContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, SlowReaderContract.LEAST).over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
