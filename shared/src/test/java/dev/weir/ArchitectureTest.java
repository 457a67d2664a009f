package dev.weir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.weir.architecture.Rules.NO_CYCLES;
import static dev.weir.architecture.Rules.breaks;
import static dev.weir.architecture.Rules.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests how the packages of {@code shared} depend on each other. Each rule is also tested with a class that breaks it.
 */
class ArchitectureTest {
    private static final Set<String> HTTP_TYPES = Set.of(
            "org.springframework.http.HttpStatus",
            "org.springframework.http.ETag",
            "org.springframework.http.MediaType",
            "org.springframework.http.MediaTypeFactory");

    /** Forbids server libraries and HTTP clients in shared code. The exception is SoapClient, which no server uses. */
    private static final ArchRule NO_IO_MODEL = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.weir.soap.SoapClient")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "reactor..",
                    "org.reactivestreams..",
                    "io.netty..",
                    "jakarta.servlet..",
                    "org.apache.catalina..",
                    "org.apache.coyote..",
                    "org.apache.tomcat..",
                    "java.net.http..");

    private static final ArchRule ONLY_ANNOTATIONS_OF_WEB = noClasses()
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.springframework.web..")
                    .and(DescribedPredicate.not(
                            JavaClass.Predicates.resideInAPackage("org.springframework.web.bind.annotation.."))));

    private static final ArchRule ONLY_NAMES_OF_HTTP = noClasses()
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.springframework.http..")
                    .and(DescribedPredicate.describe(
                            "are no media types or statuses", type -> !HTTP_TYPES.contains(type.getName()))));

    private static final ArchRule TIME_IS_AN_ARGUMENT = noClasses()
            .that()
            .resideOutsideOfPackage("dev.weir.config..")
            .should()
            .accessTargetWhere(DescribedPredicate.<JavaAccess<?>>describe("it is a clock", ArchitectureTest::isClock));

    private static final ArchRule DECISIONS_KNOW_NO_CONFIGURATION = noClasses()
            .that()
            .resideInAnyPackage("dev.weir.throttle..", "dev.weir.clients..", "dev.weir.catalog..", "dev.weir.problem..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.weir.config..", "org.springframework.boot..", "org.springframework.context..");

    private static final ArchRule THROTTLE_STANDS_ALONE = classes()
            .that()
            .resideInAPackage("dev.weir.throttle..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.weir.throttle..", "java..", "org.jspecify..");

    private static final JavaClasses SHARED = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.weir");

    @Test
    void sharedStaysPure() {
        assertThat(SHARED).hasSizeGreaterThan(20);
        NO_IO_MODEL.check(SHARED);
        ONLY_ANNOTATIONS_OF_WEB.check(SHARED);
        ONLY_NAMES_OF_HTTP.check(SHARED);
        NO_CYCLES.check(SHARED);
        TIME_IS_AN_ARGUMENT.check(SHARED);
        DECISIONS_KNOW_NO_CONFIGURATION.check(SHARED);
        THROTTLE_STANDS_ALONE.check(SHARED);
    }

    @ParameterizedTest
    @CsvSource({
        "reactor.core.publisher.Mono",
        "org.reactivestreams.Publisher",
        "io.netty.buffer.ByteBuf",
        "jakarta.servlet.AsyncContext",
        "org.apache.catalina.connector.Connector",
        "org.apache.coyote.ProtocolHandler",
        "java.net.http.HttpClient"
    })
    void aTypeOfAnIoModelIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(NO_IO_MODEL, with("dev.weir.catalog.Broken", type, folder)))
                .isTrue();
        assertThat(breaks(NO_IO_MODEL, with("dev.weir.catalog.Fine", "java.lang.String", folder.resolve("fine"))))
                .isFalse();
    }

    @Test
    void aTypeOfSpringsWebIsFound(@TempDir Path folder) throws IOException {
        String type = "org.springframework.web.server.ServerWebExchange";
        assertThat(breaks(ONLY_ANNOTATIONS_OF_WEB, with("dev.weir.catalog.Broken", type, folder)))
                .isTrue();
    }

    @Test
    void aTypeOfSpringsHttpIsFound(@TempDir Path folder) throws IOException {
        String type = "org.springframework.http.ResponseEntity";
        assertThat(breaks(ONLY_NAMES_OF_HTTP, with("dev.weir.catalog.Broken", type, folder)))
                .isTrue();
    }

    @Test
    void aCycleIsFound(@TempDir Path folder) throws IOException {
        with("dev.weir.catalog.There", "dev.weir.throttle.AndBack", folder);
        assertThat(breaks(NO_CYCLES, with("dev.weir.throttle.AndBack", "dev.weir.catalog.There", folder)))
                .isTrue();
    }

    @Test
    void aClockIsFound() {
        assertThat(breaks(TIME_IS_AN_ARGUMENT, new ClassFileImporter().importClasses(AsksTheClock.class)))
                .isTrue();
        assertThat(breaks(TIME_IS_AN_ARGUMENT, new ClassFileImporter().importClasses(LendsTheClock.class)))
                .isTrue();
    }

    @Test
    void aDecisionThatKnowsTheConfigurationIsFound(@TempDir Path folder) throws IOException {
        String type = "dev.weir.config.Settings";
        assertThat(breaks(DECISIONS_KNOW_NO_CONFIGURATION, with("dev.weir.throttle.Broken", type, folder)))
                .isTrue();
    }

    @Test
    void aThrottleThatKnowsAProblemIsFound(@TempDir Path folder) throws IOException {
        assertThat(breaks(THROTTLE_STANDS_ALONE, with("dev.weir.throttle.Broken", "dev.weir.problem.Problem", folder)))
                .isTrue();
    }

    private static boolean isClock(JavaAccess<?> access) {
        String target = access.getTargetOwner().getName() + "." + access.getName();
        return Set.of("java.lang.System.nanoTime", "java.lang.System.currentTimeMillis", "java.time.Instant.now")
                .contains(target);
    }

    static final class AsksTheClock {
        long now() {
            return System.nanoTime();
        }
    }

    static final class LendsTheClock {
        LongSupplier clock() {
            return System::nanoTime;
        }
    }
}
