package dev.weir.servlet;

import dev.weir.contract.StartContract;

/** A05: an invalid value stops the start with a clear message. */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ServletServer.class;
    }
}
