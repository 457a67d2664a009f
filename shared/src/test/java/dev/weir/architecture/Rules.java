package dev.weir.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/** A rule on the packages of every module, and a helper that creates classes that break a rule. Thread-safe. */
public final class Rules {
    /** Forbids cycles of packages. A package and its subpackages count as different packages. */
    public static final ArchRule NO_CYCLES =
            slices().matching("dev.weir.(**)").should().beFreeOfCycles();

    private Rules() {}

    /** Returns whether the classes break the rule. */
    public static boolean breaks(ArchRule rule, JavaClasses classes) {
        return rule.evaluate(classes).hasViolation();
    }

    /**
     * Compiles a class with one method that returns {@code type}.
     *
     * @param name the fully qualified name of the class
     * @param type the fully qualified name of a type, which need not exist
     * @return all classes of the folder
     * @throws IOException if the folder cannot be written
     */
    public static JavaClasses with(String name, String type, Path folder) throws IOException {
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
        return new ClassFileImporter().importPath(folder);
    }
}
