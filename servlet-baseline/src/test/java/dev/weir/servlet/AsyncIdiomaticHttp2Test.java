package dev.weir.servlet;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.downloads.ThrottleContract;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the throttle's contract tests on the model {@code async} in the style {@code idiomatic} over HTTP/2. */
class AsyncIdiomaticHttp2Test implements ThrottleContract {
    @RegisterExtension
    static final StartedServer SERVER = StartedServer.of(
                    ServletServer.class, "--weir.model=async", "--weir.style=idiomatic")
            .over(Transport.H2);

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
