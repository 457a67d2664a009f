package dev.weir.perf;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the packages of this module do not depend on each other in a cycle. The check itself must fail for
 * packages that do.
 */
class ArchitectureTest {
    /** Forbids cycles of packages. A package and its subpackages count as different packages. */
    private static final ArchRule NO_CYCLES =
            slices().matching("dev.weir.(**)").should().beFreeOfCycles();

    /** The compiled classes of this module without its tests, read from their folder or jar. */
    private static final JavaClasses PERF = new ClassFileImporter()
            .importUrl(Perf.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void thePackagesHaveNoCycle() {
        assertThat(PERF).hasSizeGreaterThan(100);
        NO_CYCLES.check(PERF);
    }

    @Test
    void aCycleIsFound(@TempDir Path folder) throws IOException {
        depend("dev.weir.perf.load.There", "dev.weir.perf.report.AndBack", folder);
        assertThat(breaks(folder)).isFalse();
        depend("dev.weir.perf.report.AndBack", "dev.weir.perf.load.There", folder);
        assertThat(breaks(folder)).isTrue();
    }

    private static boolean breaks(Path folder) {
        return NO_CYCLES.evaluate(new ClassFileImporter().importPath(folder)).hasViolation();
    }

    /** Writes a class file. The class has one method, which returns {@code type}. */
    private static void depend(String name, String type, Path folder) throws IOException {
        ClassDesc result = ClassDesc.of(type);
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        to -> to.withMethodBody(
                                "depends",
                                MethodTypeDesc.of(result),
                                ClassFile.ACC_STATIC,
                                code -> code.aconst_null().areturn()));
        Path file = folder.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }
}
