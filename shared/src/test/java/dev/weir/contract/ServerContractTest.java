package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.server.LeavesNothingOpen;
import dev.weir.contract.server.WithSetting;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;

class ServerContractTest {
    private abstract static class Suite implements ServerContract {}

    /** The server under test finds the annotations of all contracts that a suite has, however deep they are. */
    @Test
    void aSuiteHasTheAnnotationsOfItsContracts() {
        assertThat(AnnotationSupport.findAnnotation(Suite.class, WithSetting.class))
                .map(WithSetting::value)
                .contains("--weir.chain.enabled=true");
        assertThat(AnnotationSupport.isAnnotated(Suite.class, LeavesNothingOpen.class))
                .isTrue();
    }
}
