package dev.weir.jetty;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the module for Jetty uses no class of Tomcat and no class of the style {@code tuned}. */
class ArchitectureTest {
    private static final ArchRule JETTY_KNOWS_NO_TOMCAT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache..",
                    "dev.weir.servlet.connector",
                    "dev.weir.servlet.connector.http2..",
                    "dev.weir.servlet.connector.tls..",
                    "dev.weir.servlet.tuned..");

    @Test
    void theServerKnowsNoTomcat() throws URISyntaxException {
        JavaClasses server = new ClassFileImporter()
                .importPath(Path.of(JettyServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI()));
        assertThat(server).hasSizeGreaterThan(4);
        JETTY_KNOWS_NO_TOMCAT.check(server);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.catalina.connector.ClientAbortException",
                "dev.weir.servlet.connector.RequestValve",
                "dev.weir.servlet.tuned.tomcat.Wire"
            })
    void tomcatIsFound(String type, @TempDir Path folder) throws IOException {
        assertThat(breaks(JETTY_KNOWS_NO_TOMCAT, with("dev.weir.jetty.Broken", type, folder)))
                .isTrue();
    }
}
