package dev.weir.reactive;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.weir.architecture.Rules.NO_CYCLES;
import static dev.weir.architecture.Rules.breaks;
import static dev.weir.architecture.Rules.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;

/**
 * Tests which packages of this server may depend on which. For each rule, the test also creates classes that break the
 * rule, and checks that the rule finds them.
 */
class ArchitectureTest {
    private static final ArchRule IDIOMATIC_KNOWS_NO_BYPASS = noClasses()
            .that()
            .resideInAPackage("dev.weir.reactive.idiomatic..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.reactive.tuned..", "dev.weir.reactive.netty..", "reactor.netty..", "io.netty..");

    /** {@code netty} and {@code web} serve both the tuned and the idiomatic style, so they depend on neither. */
    private static final ArchRule NETTY_AND_WEB_KNOW_NO_STYLE = noClasses()
            .that()
            .resideInAnyPackage("dev.weir.reactive.netty..", "dev.weir.reactive.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.weir.reactive.idiomatic..", "dev.weir.reactive.tuned..");

    /** The server's own classes, without those of its tests. */
    private static final JavaClasses SERVER = new ClassFileImporter()
            .importUrl(
                    ReactiveServer.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void thePackagesStayApart() {
        assertThat(SERVER).hasSizeGreaterThan(40);
        NO_CYCLES.check(SERVER);
        IDIOMATIC_KNOWS_NO_BYPASS.check(SERVER);
        NETTY_AND_WEB_KNOW_NO_STYLE.check(SERVER);
    }

    /** Each bean's class must be named in an {@code @Import}. Nothing else would detect a missing import. */
    @Test
    void eachBeanIsImported() {
        Set<String> imported = SERVER.stream()
                .filter(type -> type.isAnnotatedWith(Import.class))
                .flatMap(
                        type -> Stream.of(type.getAnnotationOfType(Import.class).value()))
                .map(Class::getName)
                .collect(Collectors.toSet());
        List<String> beans = SERVER.stream()
                .filter(type -> type.isMetaAnnotatedWith(Component.class) && type.isTopLevelClass())
                .filter(type -> !type.isAnnotatedWith(ManagementContextConfiguration.class))
                .map(JavaClass::getName)
                .filter(name -> !name.equals(ReactiveServer.class.getName()))
                .toList();
        assertThat(beans).hasSizeGreaterThan(30).isSubsetOf(imported);
    }

    @ParameterizedTest
    @CsvSource({
        "dev.weir.reactive.web.There, dev.weir.reactive.netty.AndBack",
        "dev.weir.reactive.web.There, dev.weir.reactive.AndBack",
        "dev.weir.reactive.tuned.There, dev.weir.reactive.tuned.netty.AndBack"
    })
    void aCycleIsFound(String there, String andBack, @TempDir Path folder) throws IOException {
        assertThat(breaks(NO_CYCLES, with(there, andBack, folder))).isFalse();
        assertThat(breaks(NO_CYCLES, with(andBack, there, folder))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "dev.weir.reactive.tuned.Bypass",
        "dev.weir.reactive.tuned.netty.Bypass",
        "dev.weir.reactive.netty.Bypass",
        "reactor.netty.http.Bypass",
        "io.netty.channel.Bypass"
    })
    void anIdiomaticClassThatKnowsABypassIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(IDIOMATIC_KNOWS_NO_BYPASS, with("dev.weir.reactive.idiomatic.Broken", type, folder)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "dev.weir.reactive.web.Broken, dev.weir.reactive.tuned.Style",
        "dev.weir.reactive.web.Broken, dev.weir.reactive.idiomatic.Style",
        "dev.weir.reactive.netty.Broken, dev.weir.reactive.tuned.netty.Style"
    })
    void aClassThatKnowsAStyleIsFound(String broken, String style, @TempDir Path folder) throws IOException {
        assertThat(breaks(NETTY_AND_WEB_KNOW_NO_STYLE, with(broken, style, folder)))
                .isTrue();
    }
}
