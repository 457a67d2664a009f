package dev.weir.servlet;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.server.StartedServer;
import dev.weir.contract.tls.ClientCertificateContract;
import dev.weir.contract.tls.TlsAloneContract;
import dev.weir.contract.tls.TlsContract;
import dev.weir.contract.tls.TlsProviderContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class TlsTest {
    private static final TlsStore STORE = TlsStore.create();
    private static final TlsStore PEM = TlsStore.createPem();

    @Nested
    class Async implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, STORE.settings("--weir.model=async"));

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
    class Virtual implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER =
                StartedServer.of(ServletServer.class, STORE.settings("--weir.model=virtual"));

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
    class WithoutHttp2 implements TlsAloneContract, TlsProviderContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, STORE.settingsWithoutHttp2());

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
                StartedServer.of(ServletServer.class, STORE.settingsForClientCertificates());

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
        static final StartedServer SERVER = StartedServer.of(ServletServer.class, PEM.settings());

        @Override
        public StartedServer server() {
            return SERVER;
        }

        @Override
        public TlsStore store() {
            return PEM;
        }
    }
}
