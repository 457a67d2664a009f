package dev.weir.reactive;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.downloads.UnreadAnswerContract;
import dev.weir.contract.downloads.UnreadFilesContract;
import dev.weir.contract.downloads.UnreadListingContract;
import dev.weir.contract.http2.SlowStreamContract;
import dev.weir.contract.http2.UnreadStreamContract;
import dev.weir.contract.server.StartedServer;
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
