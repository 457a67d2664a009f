package dev.weir.reactive;

import dev.weir.contract.SlowReaderContract;
import dev.weir.contract.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowReaderTest implements SlowReaderContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(ReactiveServer.class, LEAST);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
