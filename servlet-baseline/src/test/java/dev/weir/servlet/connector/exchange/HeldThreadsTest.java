package dev.weir.servlet.connector.exchange;

import dev.weir.contract.HeldThreadsContract;
import dev.weir.contract.StartedServer;
import dev.weir.contract.Transport;
import dev.weir.servlet.ServletServer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the time limit of {@link UnreadAnswers}. */
class HeldThreadsTest {
    private static StartedServer server(String model) {
        return StartedServer.of(ServletServer.class, "--weir.model=" + model, HeldThreadsContract.THREADS)
                .over(Transport.H2C);
    }

    @Nested
    class Async implements HeldThreadsContract {
        @RegisterExtension
        static final StartedServer SERVER = HeldThreadsTest.server("async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Virtual implements HeldThreadsContract {
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
