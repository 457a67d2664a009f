package dev.weir.config.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.weir.soap.DeferredGateway;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

class HealthConfigurationTest {
    /** If the SOAP service could not start, all its calls fail. Then the health must be DOWN. */
    @Test
    void soapIsDownOnceItCouldNotBeStarted() {
        DeferredGateway gateway = new DeferredGateway(() -> {
            throw new IOException("no space");
        });
        HealthIndicator indicator = new HealthConfiguration().soapHealthIndicator(gateway);
        assertThat(indicator.health()).extracting(Health::getStatus).isEqualTo(Status.UP);
        assertThatIllegalStateException().isThrownBy(gateway::get);
        assertThat(indicator.health()).extracting(Health::getStatus).isEqualTo(Status.DOWN);
    }
}
