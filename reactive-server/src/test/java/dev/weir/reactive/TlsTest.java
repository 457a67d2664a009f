package dev.weir.reactive;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.tls.ClientCertificateContract;
import dev.weir.contract.tls.TlsAloneContract;
import dev.weir.contract.tls.TlsContract;
import dev.weir.contract.tls.TlsProviderContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests TLS with Netty's native library, and with the JDK's TLS for keys that only the JDK supports. */
class TlsTest {
    private static final TlsStore STORE = TlsStore.create();
    private static final TlsStore PEM = TlsStore.createPem();
    private static final TlsStore ED25519 = TlsStore.createEd25519();

    @Nested
    class WithHttp2 implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, STORE.settings("--weir.tls.provider=native"));

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
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, PEM.settings());

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return PEM;
        }
    }

    /** With a key that only the JDK supports, the server must use the JDK's TLS. Otherwise each handshake fails. */
    @Nested
    class OfKeysForTheJdk implements TlsContract, TlsProviderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, ED25519.settings());

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return ED25519;
        }

        @Override
        public String tlsProvider() {
            return "jdk";
        }
    }

    @Nested
    class WithoutHttp2 implements TlsAloneContract, TlsProviderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settingsWithoutHttp2());

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public String tlsProvider() {
            return "native";
        }
    }

    @Nested
    class OfClientsWithCertificates implements ClientCertificateContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ReactiveServer.class, STORE.settingsForClientCertificates());

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return STORE;
        }
    }
}
