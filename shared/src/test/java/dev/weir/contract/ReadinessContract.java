package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A02: readiness of a server that can serve no client. The server cannot be used after this test. */
public interface ReadinessContract {
    StartedServer server();

    /** If this fails, check that readiness tests the connector for clients, not the one for management. */
    @Test
    default void a02_aServerThatServesNobodyIsNotReady() {
        Eventually.is("readiness", () -> server().management(HealthContract.READINESS) == 200);
        server().stopServing();
        Eventually.is("the end of readiness", () -> server().management(HealthContract.READINESS) == 503);
        assertThat(server().management(HealthContract.HEALTH + "/liveness")).isEqualTo(200);
    }
}
