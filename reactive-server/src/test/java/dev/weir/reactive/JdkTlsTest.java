package dev.weir.reactive;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.SlowReaderContract;
import dev.weir.contract.downloads.UnreadAnswerContract;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.http2.SlowFrameContract;
import dev.weir.contract.http2.SlowStreamContract;
import dev.weir.contract.operating.ReadinessContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.tls.ClientCertificateContract;
import dev.weir.contract.tls.SlowHandshakeContract;
import dev.weir.contract.tls.TlsAloneContract;
import dev.weir.contract.tls.TlsContract;
import dev.weir.contract.tls.TlsProviderContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests TLS with the JDK's implementation. {@link TlsTest} tests Netty's native library. */
class JdkTlsTest {
    private static final TlsStore STORE = TlsStore.create();
    private static final TlsStore PEM = TlsStore.createPem();
    private static final String JDK = "--weir.tls.provider=jdk";

    @Nested
    class WithHttp2 implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settings(JDK));

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return STORE;
        }
    }

    @Nested
    class OfPem implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, PEM.settings(JDK));

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return PEM;
        }
    }

    @Nested
    class WithoutHttp2 implements TlsAloneContract, TlsProviderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settingsWithoutHttp2(JDK));

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public String tlsProvider() {
            return "jdk";
        }
    }

    @Nested
    class OfClientsWithCertificates implements ClientCertificateContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, STORE.settingsForClientCertificates(JDK));

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return STORE;
        }
    }

    @Nested
    class OfSlowRequests implements SlowRequestContract, SlowHandshakeContract {
        @RegisterExtension
        static final StartedServer SERVER = JdkTlsTest.server(LIMITS, Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfSlowFrames implements SlowFrameContract {
        @RegisterExtension
        static final StartedServer SERVER = JdkTlsTest.server(SlowRequestContract.LIMITS, Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfUnreadAnswers implements UnreadAnswerContract {
        @RegisterExtension
        static final StartedServer SERVER = JdkTlsTest.server(List.of(SlowReaderContract.LEAST), Transport.TLS);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfSlowStreams implements SlowStreamContract {
        @RegisterExtension
        static final StartedServer SERVER = JdkTlsTest.server(List.of(LEAST), Transport.H2);

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    @Nested
    class OfReadiness implements ReadinessContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, STORE.settings(JDK, "--server.shutdown=immediate"));

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }

    private static StartedServer server(List<String> settings, Transport transport) {
        String[] all = Stream.concat(settings.stream(), Stream.of(JDK)).toArray(String[]::new);
        return StartedServer.of(ReactiveServer.class, all).over(transport);
    }
}
