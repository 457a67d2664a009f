package dev.weir.config.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.BadSettingException;
import dev.weir.contract.connection.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

class PortCheckTest {
    private static final String NOT_OF_THIS_MACHINE = "203.0.113.1"; // for documentation (RFC 5737)

    private static void check(Map<String, Object> settings) {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings));
            new PortCheck().initialize(context);
        }
    }

    @Test
    void a05_aForeignAddressIsNotBlamedOnThePort() {
        assertThatThrownBy(() -> check(Map.of("server.address", NOT_OF_THIS_MACHINE, "server.port", 8080)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("server.address")
                .hasMessageContaining(NOT_OF_THIS_MACHINE);
    }

    @Test
    void a05_aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, Object> settings = Map.of("server.address", "127.0.0.1", "server.port", taken.getLocalPort());
            assertThatThrownBy(() -> check(settings)).hasMessageContaining("server.port");
        }
    }

    @Test
    void a05_bothPortsMayBeOneIfNoAddressIsSet() {
        int port = FreePort.find();
        Map<String, Object> one = Map.of("server.port", port, "management.server.port", port);
        assertThatCode(() -> check(one)).doesNotThrowAnyException();
    }

    @Test
    void aServerMayLetTheSystemChooseThePort() {
        assertThatCode(() -> check(Map.of("server.port", 0, "management.server.port", -1)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "server.port, -1",
        "server.port, ''",
        "management.server.port, ''",
        "management.server.port, ' '",
        "management.server.port, -2"
    })
    void a05_aPortThatIsEmptyOrNegativeIsNamed(String key, String port) {
        assertThatThrownBy(() -> check(Map.of(key, port)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith(key + ": must ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.port", "management.server.port"})
    void a05_aPortWithAnUnknownPlaceholderIsNamed(String key) {
        assertThatThrownBy(() -> check(Map.of(key, "${NOT_SET_ANYWHERE}")))
                .isInstanceOfSatisfying(
                        BindException.class, e -> assertThat(e.getName()).hasToString(key));
    }
}
