package dev.weir.servlet.connector.exchange;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.HeldFilesContract;
import dev.weir.contract.http2.HeldStreamsContract;
import dev.weir.contract.http2.HeldThreadsContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the time limit of {@link UnreadAnswers}, and that a small file that nobody reads keeps no thread busy. */
class HeldThreadsTest {
    private static StartedServer filesServer(String model) {
        return StartedServer.of(
                ServletServer.class,
                "--weir.model=" + model,
                HeldFilesContract.THREADS,
                HeldFilesContract.SPARE_THREADS);
    }

    @Nested
    class FilesOfAsync implements HeldFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = filesServer("async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class FilesOfAsyncOverTls implements HeldFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = filesServer("async").over(Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class FilesOfVirtual implements HeldFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = filesServer("virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    private static StartedServer server(String model) {
        return StartedServer.of(ServletServer.class, "--weir.model=" + model, HeldThreadsContract.THREADS)
                .over(Transport.H2C);
    }

    @Nested
    class Async implements HeldStreamsContract {
        @RegisterExtension
        static final StartedServer SERVER = HeldThreadsTest.server("async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements HeldStreamsContract {
        @RegisterExtension
        static final StartedServer SERVER = HeldThreadsTest.server("virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements HeldThreadsContract {
        @RegisterExtension
        static final StartedServer SERVER = HeldThreadsTest.server("blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
