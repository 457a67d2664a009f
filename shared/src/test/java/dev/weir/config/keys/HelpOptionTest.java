package dev.weir.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpOptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void theHelpNamesEachKeyOnce(String option) {
        assertThat(HelpOption.help("reactive-server", "--server.port=1", option))
                .startsWith("usage: java -jar reactive-server.jar ")
                .containsOnlyOnce("\n  weir.throttle.rate  (default: 20000KB)\n      ")
                .containsOnlyOnce("\n  weir.files.root\n      ")
                .contains("docs/configuration.md")
                .doesNotContain("\n  spring.");
    }

    @Test
    void withoutTheOptionTheServerStarts() {
        assertThat(HelpOption.help("reactive-server", "--server.port=1", "--weir.files.root=--help"))
                .isNull();
    }
}
