package dev.weir.servlet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.weir.architecture.Rules.NO_CYCLES;
import static dev.weir.architecture.Rules.breaks;
import static dev.weir.architecture.Rules.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that each package uses only the packages that it may use. For each rule, further tests show that the rule finds
 * a class that breaks it.
 */
class ArchitectureTest {
    /** The package {@code web} must not use a threading model or a style, because all of them use this package. */
    private static final ArchRule WEB_KNOWS_NO_MODEL = noClasses()
            .that()
            .resideInAPackage("dev.weir.servlet.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.weir.servlet", "dev.weir.servlet.tuned..", "dev.weir.servlet.idiomatic..");

    /** The package {@code web} must not use Tomcat. It may use {@code connector.exchange}, which uses Tomcat. */
    private static final ArchRule WEB_CALLS_NO_TOMCAT = noClasses()
            .that()
            .resideInAPackage("dev.weir.servlet.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.catalina..",
                    "org.apache.coyote..",
                    "dev.weir.servlet.connector",
                    "dev.weir.servlet.connector.http2..");

    private static final ArchRule CONNECTOR_KNOWS_NO_APPLICATION = noClasses()
            .that()
            .resideInAPackage("dev.weir.servlet.connector..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.servlet",
                    "dev.weir.servlet.web..",
                    "dev.weir.servlet.tuned..",
                    "dev.weir.servlet.idiomatic..");

    /** The style {@code idiomatic} must use neither classes of Tomcat nor Weir's own code for Tomcat. */
    private static final ArchRule IDIOMATIC_IS_PLAIN_SPRING = noClasses()
            .that()
            .resideInAPackage("dev.weir.servlet.idiomatic..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache..", "dev.weir.servlet", "dev.weir.servlet.connector..", "dev.weir.servlet.tuned..");

    private static final ArchRule TUNED_KNOWS_NO_IDIOMATIC = noClasses()
            .that()
            .resideInAPackage("dev.weir.servlet.tuned..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.weir.servlet", "dev.weir.servlet.idiomatic..");

    @Test
    void packagesKnowOnlyThoseBelow() throws URISyntaxException {
        JavaClasses server = server();
        assertThat(server).hasSizeGreaterThan(50);
        NO_CYCLES.check(server);
        WEB_KNOWS_NO_MODEL.check(server);
        WEB_CALLS_NO_TOMCAT.check(server);
        CONNECTOR_KNOWS_NO_APPLICATION.check(server);
        IDIOMATIC_IS_PLAIN_SPRING.check(server);
        TUNED_KNOWS_NO_IDIOMATIC.check(server);
    }

    @ParameterizedTest
    @CsvSource({
        "dev.weir.servlet.There, dev.weir.servlet.web.AndBack",
        "dev.weir.servlet.connector.There, dev.weir.servlet.connector.http2.AndBack",
        "dev.weir.servlet.tuned.async.There, dev.weir.servlet.tuned.tomcat.AndBack"
    })
    void aCycleIsFound(String there, String back, @TempDir Path folder) throws IOException {
        assertThat(breaks(NO_CYCLES, with(there, back, folder))).isFalse();
        assertThat(breaks(NO_CYCLES, with(back, there, folder))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.weir.servlet.Models",
                "dev.weir.servlet.tuned.tomcat.Wire",
                "dev.weir.servlet.idiomatic.async.AsyncModel"
            })
    void aModelInWebIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(WEB_KNOWS_NO_MODEL, with("dev.weir.servlet.web.Broken", type, folder)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.catalina.connector.ClientAbortException",
                "org.apache.coyote.Request",
                "dev.weir.servlet.connector.RequestAdapter",
                "dev.weir.servlet.connector.http2.Http2Streams"
            })
    void tomcatInWebIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(WEB_CALLS_NO_TOMCAT, with("dev.weir.servlet.web.Broken", type, folder)))
                .isTrue();
        String between = "dev.weir.servlet.connector.exchange.TomcatStream";
        assertThat(breaks(WEB_CALLS_NO_TOMCAT, with("dev.weir.servlet.web.Fine", between, folder.resolve("fine"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.weir.servlet.web.Exchange",
                "dev.weir.servlet.tuned.tomcat.Wire",
                "dev.weir.servlet.idiomatic.async.AsyncModel"
            })
    void theApplicationInTheConnectorIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(
                        CONNECTOR_KNOWS_NO_APPLICATION,
                        with("dev.weir.servlet.connector.exchange.Broken", type, folder)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.catalina.connector.ClientAbortException",
                "org.apache.coyote.Request",
                "org.apache.tomcat.util.net.NioChannel",
                "dev.weir.servlet.connector.exchange.TomcatStream",
                "dev.weir.servlet.tuned.tomcat.Wire",
                "dev.weir.servlet.tuned.async.BodyWriter"
            })
    void aTypeThatIsNotPlainSpringIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(IDIOMATIC_IS_PLAIN_SPRING, with("dev.weir.servlet.idiomatic.async.Broken", type, folder)))
                .isTrue();
        String plain = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter";
        assertThat(breaks(
                        IDIOMATIC_IS_PLAIN_SPRING,
                        with("dev.weir.servlet.idiomatic.async.Fine", plain, folder.resolve("fine"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.weir.servlet.Models", "dev.weir.servlet.idiomatic.async.AsyncModel"})
    void theOtherStyleInTunedIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(TUNED_KNOWS_NO_IDIOMATIC, with("dev.weir.servlet.tuned.async.Broken", type, folder)))
                .isTrue();
    }

    /** Returns the server's own classes, without those of its tests. */
    private static JavaClasses server() throws URISyntaxException {
        Path classes = Path.of(ServletServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return new ClassFileImporter().importPath(classes);
    }
}
