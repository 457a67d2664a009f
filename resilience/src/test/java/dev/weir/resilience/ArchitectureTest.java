package dev.weir.resilience;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Tests that the packages of this module do not depend on each other in a cycle. */
class ArchitectureTest {
    @Test
    void thePackagesHaveNoCycle() {
        JavaClasses classes = new ClassFileImporter()
                .importUrl(
                        Resilience.class.getProtectionDomain().getCodeSource().getLocation());
        assertThat(classes).hasSizeGreaterThan(30);
        slices().matching("dev.weir.(**)").should().beFreeOfCycles().check(classes);
    }
}
