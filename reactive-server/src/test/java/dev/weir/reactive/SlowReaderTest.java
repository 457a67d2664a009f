package dev.weir.reactive;

import dev.weir.contract.SlowReaderContract;
import dev.weir.contract.SlowStreamContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.contract.UnreadAnswerContract;
import dev.weir.contract.UnreadFilesContract;
import dev.weir.contract.UnreadListingContract;
import dev.weir.contract.UnreadStreamContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests on each transport that the server disconnects clients that read too slowly or not at all (D17, X05). */
class SlowReaderTest {
    @Nested
    class Clear implements SlowReaderContract, UnreadFilesContract, UnreadListingContract, UnreadAnswerContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, LEAST);

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
    class Http2 implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, LEAST).over(Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class ClearHttp2 implements UnreadStreamContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, SlowReaderContract.LEAST).over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
