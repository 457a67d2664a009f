package dev.weir.reactive;

import dev.weir.contract.StartContract;

/** Wrong configuration stops the start with a clear message: A05. */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ReactiveServer.class;
    }
}
