package dev.weir.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.WeirProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpOptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void theHelpNamesEachKeyOnce(String option) {
        assertThat(HelpOption.help("reactive-server", WeirProperties.class, "--server.port=1", option))
                .startsWith("usage: java -jar reactive-server.jar ")
                .containsOnlyOnce("\n  weir.throttle.rate  (default: 20000KB)\n      ")
                .containsOnlyOnce("\n  weir.files.root\n      ")
                .contains("docs/configuration.md")
                .doesNotContain("\n  spring.");
    }

    /** Spring Boot's metadata has the key of a map or list, but not the keys in it. The help must name these, too. */
    @Test
    void theHelpNamesTheKeysOfPlansAndClients() {
        assertThat(HelpOption.help("reactive-server", WeirProperties.class, "--help"))
                .containsOnlyOnce("\n      weir.plans.<name>.rate\n")
                .containsOnlyOnce("\n      weir.plans.<name>.max-downloads\n")
                .containsOnlyOnce("\n      weir.clients[0].key\n")
                .containsOnlyOnce("\n      weir.signing.keys.<name>\n")
                .doesNotContain("\n      weir.files.root\n");
    }

    @Test
    void withoutTheOptionTheServerStarts() {
        assertThat(HelpOption.help(
                        "reactive-server", WeirProperties.class, "--server.port=1", "--weir.files.root=--help"))
                .isNull();
    }
}
