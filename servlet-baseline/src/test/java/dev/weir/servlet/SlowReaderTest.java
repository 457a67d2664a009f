package dev.weir.servlet;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.downloads.UnreadFilesContract;
import dev.weir.contract.downloads.UnreadListingContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowReaderTest {
    @Nested
    class Async implements SlowReaderContract, UnreadFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements SlowReaderContract, UnreadFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=virtual");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements SlowReaderContract, UnreadFilesContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, LEAST, "--weir.model=blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    /**
     * Tests that the server breaks off a list of files that the client does not read. Here, Tomcat's time limit for a
     * blocked write ends the response. One threading model is enough, because all of them write such a list with the
     * same code.
     */
    @Nested
    class UnreadListing implements UnreadListingContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, "--server.tomcat.connection-timeout=1s");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    /**
     * Tests that the server breaks off a list of files that the client does not read. Here,
     * {@code weir.files.min-progress}, which also applies to downloads, ends the response.
     */
    @Nested
    class SlowListing implements UnreadListingContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, SlowReaderContract.LEAST);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class SlowListingOfHttp2 implements UnreadListingContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, SlowReaderContract.LEAST).over(Transport.H2C);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
