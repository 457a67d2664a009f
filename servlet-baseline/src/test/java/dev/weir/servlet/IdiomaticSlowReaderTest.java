package dev.weir.servlet;

import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.downloads.UnreadFilesContract;
import dev.weir.contract.fault.ExpectedFailures;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.soap.RefusedSenderContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the style {@code idiomatic} with slow readers, and with clients that continue to send after a refusal. */
class IdiomaticSlowReaderTest {
    private static StartedServer server(String model) {
        List<String> settings = new ArrayList<>(SlowRequestContract.LIMITS);
        settings.addAll(List.of(SlowReaderContract.LEAST, "--weir.model=" + model, "--weir.style=idiomatic"));
        return StartedServer.of(ServletServer.class, settings.toArray(String[]::new));
    }

    @Nested
    class Async implements SlowReaderContract, UnreadFilesContract, RefusedSenderContract {
        @RegisterExtension
        static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("async-idiomatic");

        @RegisterExtension
        static final StartedServer SERVER = IdiomaticSlowReaderTest.server("async");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class Blocking implements SlowReaderContract, UnreadFilesContract {
        @RegisterExtension
        static final ExpectedFailures NOT_KEPT = ExpectedFailures.of("blocking-idiomatic");

        @RegisterExtension
        static final StartedServer SERVER = IdiomaticSlowReaderTest.server("blocking");

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
