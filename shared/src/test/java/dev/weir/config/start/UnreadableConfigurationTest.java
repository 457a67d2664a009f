package dev.weir.config.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** A key of Spring that makes the configuration unreadable must stop the start with one line (rule A05). */
class UnreadableConfigurationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spring.config.import | file:/no/extension | /no/extension",
                "spring.application.json | {\"weir\": | spring.application.json: is malformed",
                "spring.profiles.active | ${spring.profiles.active} | spring.profiles.active",
                "spring.profiles.active | fo o! | spring.profiles.active"
            })
    void a05_theStartEndsWithOneLineThatTellsTheCause(String key, String value, String told) {
        assertThat(start(key, value).lines())
                .singleElement()
                .asString()
                .startsWith("weir: not started: ")
                .contains(told);
    }

    private static String start(String key, String value) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(key, value)));
        SpringApplication application = new SpringApplication(UnreadableConfigurationTest.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setEnvironment(environment);
        try {
            application.run().close();
        } catch (RuntimeException _) {
            // the line on standard error tells the cause
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
