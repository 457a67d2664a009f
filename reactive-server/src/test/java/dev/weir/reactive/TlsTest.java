package dev.weir.reactive;

import dev.weir.contract.StartedServer;
import dev.weir.contract.TlsContract;
import dev.weir.contract.TlsStore;
import org.junit.jupiter.api.extension.RegisterExtension;

class TlsTest implements TlsContract {
    private static final TlsStore STORE = TlsStore.create();

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
