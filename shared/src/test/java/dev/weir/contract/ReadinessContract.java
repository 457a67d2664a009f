package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A02: readiness when no client can be served. The server serves no one afterwards. */
public interface ReadinessContract {
    /** The server, started once for the class. */
    StartedServer server();

    /** If this fails, check that readiness asks the users' connector, not the management port. */
    @Test
    default void a02_aServerThatServesNobodyIsNotReady() {
        Eventually.is("readiness", () -> server().management(HealthContract.READINESS) == 200);
        server().stopServing();
        Eventually.is("its end", () -> server().management(HealthContract.READINESS) == 503);
        assertThat(server().management(HealthContract.HEALTH + "/liveness")).isEqualTo(200);
    }
}
