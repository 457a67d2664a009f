package dev.weir.servlet;

import dev.weir.contract.StartContract;

/** How this server does not start. */
class StartTest implements StartContract {
    @Override
    public Class<?> application() {
        return ServletServer.class;
    }
}
