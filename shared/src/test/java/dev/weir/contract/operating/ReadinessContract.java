package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.RunningServer;
import dev.weir.contract.server.StartedServer;
import org.junit.jupiter.api.Test;

/** Tests the readiness of a server that has stopped serving clients (A02). The server cannot be used afterwards. */
public interface ReadinessContract {
    StartedServer server();

    /** If this fails, check that readiness tests the connector for clients, and not the one for management. */
    @Test
    default void a02_aServerThatServesNobodyIsNotReady() {
        Eventually.is("readiness", () -> server().management(RunningServer.READINESS) == 200);
        server().stopServing();
        Eventually.is("the end of readiness", () -> server().management(RunningServer.READINESS) == 503);
        assertThat(server().management(RunningServer.HEALTH + "/liveness")).isEqualTo(200);
    }
}
