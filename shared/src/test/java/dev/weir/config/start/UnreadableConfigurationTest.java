package dev.weir.config.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** If Spring cannot read the configuration, the start ends with one line that tells why (rule A05). */
class UnreadableConfigurationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "spring.config.import | file:/no/extension | 'file:/no/extension': File extension is not known",
                "spring.application.json | {\"weir\": | spring.application.json: is malformed",
                "spring.profiles.active | ${spring.profiles.active} | the placeholder ${spring.profiles.active} has no value, or refers to itself",
                "spring.config.import | ${NOT_SET} | config data from '${NOT_SET}': File extension",
                "spring.profiles.active | foo! | spring.profiles.active': Profile 'foo!' must contain a letter"
            })
    void a05_theStartEndsWithOneLineThatTellsTheCause(String key, String value, String told) {
        assertThat(start(key, value).lines())
                .singleElement()
                .asString()
                .startsWith("weir: not started: ")
                .contains(told);
    }

    @Test
    void a05_anArgumentWithoutANameIsTold() {
        assertThat(start("any", "value", "--=secret-3f07"))
                .isEqualTo("weir: not started: an argument has no name before its '='" + System.lineSeparator());
    }

    private static String start(String key, String value, String... arguments) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(key, value)));
        SpringApplication application = new SpringApplication(UnreadableConfigurationTest.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setEnvironment(environment);
        try {
            application.run(arguments).close();
        } catch (RuntimeException _) {
            // the line on standard error tells the cause
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
