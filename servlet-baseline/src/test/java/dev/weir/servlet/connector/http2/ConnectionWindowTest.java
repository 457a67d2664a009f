package dev.weir.servlet.connector.http2;

import dev.weir.contract.connection.Transport;
import dev.weir.contract.http2.SharedWindowContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.ServletServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests {@link ConnectionWindow}. Tomcat first divides the connection's flow-control window among the streams, and then
 * wakes the streams. The test makes Tomcat pause in between. Without {@link ConnectionWindow}, Tomcat would then close
 * a third of the test's connections by mistake.
 */
class ConnectionWindowTest implements SharedWindowContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").over(Transport.H2);

    /**
     * Tomcat writes a message to this logger after it has divided the window and before it wakes the streams. A filter
     * on this logger pauses Tomcat at the message.
     */
    private static final Logger BETWEEN =
            Logger.getLogger(Http2AsyncUpgradeHandler.class.getSuperclass().getName());

    @BeforeAll
    static void makeTime() {
        BETWEEN.setLevel(Level.FINER);
        BETWEEN.setFilter(pause());
    }

    private static Filter pause() {
        return line -> {
            if (line.getMessage().endsWith("released from backlog")) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            return false;
        };
    }

    @AfterAll
    static void takeItBack() {
        BETWEEN.setFilter(null);
        BETWEEN.setLevel(null);
    }

    @Override
    public StartedServer server() {
        return SERVER;
    }
}
