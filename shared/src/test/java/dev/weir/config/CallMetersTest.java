package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class CallMetersTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final SoapConfiguration.CallMeters meters = new SoapConfiguration.CallMeters(registry);

    private double calls(String outcome) {
        return registry.get("weir.soap.calls").tag("outcome", outcome).counter().count();
    }

    @Test
    void eachOutcomeHasACounterOfItsOwn() {
        assertThat(calls("answered")).isZero();
        meters.accept("answered");
        meters.accept("answered");
        meters.accept("overloaded");
        meters.accept("FailedCheck");
        meters.accept("FailedCheck");
        meters.accept("FailedCheck");
        assertThat(calls("answered")).isEqualTo(2);
        assertThat(calls("overloaded")).isEqualTo(1);
        assertThat(calls("FailedCheck")).isEqualTo(3);
        assertThat(calls("refused")).isZero();
    }
}
