package dev.weir.reactive;

import dev.weir.contract.operating.StartContract;

/** Tests that an invalid setting stops the start of the server with a clear message (A05). */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ReactiveServer.class;
    }
}
