package dev.weir.perf.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.contender.JoinedServer.Setting;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests servers that a user adds to a comparison. {@code UsageTest} tests the names and commands that are refused. */
class JoinedServerTest {
    @Test
    void theCommandGetsTheSettingsOfATrial() {
        JoinedServer server = JoinedServer.of("mine=A=1 serve --port={port} {folder} {port} ${HOME} {global-rate}");
        assertThat(server.name()).isEqualTo("mine");
        assertThat(server.command(Map.of(Setting.PORT, "81", Setting.FOLDER, "/a$1b", Setting.GLOBAL_RATE, "0")))
                .isEqualTo("A=1 serve --port=81 /a$1b 81 ${HOME} 0");
    }

    @Test
    void anEntrantHasItsName() {
        Entrant entrant = Entrant.of(JoinedServer.of("mine=serve {port}"));
        assertThat(entrant.label()).isEqualTo("mine");
        assertThat(entrant.contender()).isEqualTo(Contender.JOINED);
        assertThat(entrant).isNotEqualTo(Entrant.of(JoinedServer.of("yours=serve {port}")));
    }
}
