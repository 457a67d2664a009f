package dev.weir;

import static dev.weir.architecture.Rules.NO_CYCLES;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.weir.contract.ServerContract;
import dev.weir.contract.downloads.UnreadFilesContract;
import dev.weir.contract.http2.PriorKnowledgeContract;
import dev.weir.contract.http2.SlowFrameContract;
import dev.weir.contract.server.LeavesNothingOpen;
import dev.weir.contract.server.WithSetting;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;

class ContractSuiteTest {
    private abstract static class Suite implements ServerContract {}

    private abstract static class DerivedSuite extends Suite {}

    /** The server under test finds the annotations of all contracts that a suite inherits, even indirectly. */
    @Test
    void aSuiteHasTheAnnotationsOfItsContracts() {
        assertThat(AnnotationSupport.findAnnotation(DerivedSuite.class, WithSetting.class))
                .map(WithSetting::value)
                .contains("--weir.chain.enabled=true");
        assertThat(Stream.of(
                        DerivedSuite.class,
                        PriorKnowledgeContract.class,
                        SlowFrameContract.class,
                        UnreadFilesContract.class))
                .allMatch(suite -> AnnotationSupport.isAnnotated(suite, LeavesNothingOpen.class));
    }

    @Test
    void packagesOfTheContractHaveNoCycles() {
        NO_CYCLES.check(new ClassFileImporter().importPackages("dev.weir.contract"));
    }
}
