package dev.weir.reactive;

import dev.weir.contract.StartedServer;
import dev.weir.contract.TlsAloneContract;
import dev.weir.contract.TlsContract;
import dev.weir.contract.TlsStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class TlsTest {
    private static final TlsStore STORE = TlsStore.create();

    @Nested
    class WithHttp2 implements TlsContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settings());

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
    class WithoutHttp2 implements TlsAloneContract {
        @RegisterExtension
        static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, STORE.settingsWithoutHttp2());

        @Override
        public StartedServer server() {
            return SERVER;
        }
    }
}
