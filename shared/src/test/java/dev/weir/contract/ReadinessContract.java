package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Readiness when nobody is served: A02. Its server serves nobody afterwards. */
public interface ReadinessContract {
    /** Started for the class. */
    StartedServer server();

    /** If this fails, check that readiness asks the connector that users use, and not itself. */
    @Test
    default void a02_aServerThatServesNobodyIsNotReady() {
        Eventually.is("readiness", () -> server().management(HealthContract.READINESS) == 200);
        server().stopServing();
        Eventually.is("its end", () -> server().management(HealthContract.READINESS) == 503);
        assertThat(server().management(HealthContract.HEALTH + "/liveness")).isEqualTo(200);
    }
}
