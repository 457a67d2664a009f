package dev.weir.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which hosts and origins the management port accepts (X03). */
class ManagementGuardTest {
    private final ManagementGuard guard =
            new ManagementGuard(List.of("ops.example", "[::1]"), List.of("https://console.example"));

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, 10.0.0.7, true",
                "ops.example, 10.0.0.7, true",
                "OPS.example.:9080, 10.0.0.7, true",
                "10.0.0.7, 10.0.0.7, true",
                "10.0.0.7:9080, 10.0.0.7, true",
                "10.0.0.8, 10.0.0.7, false",
                "[2001:db8::1]:9080, 2001:db8::1, true",
                "[2001:DB8:0::1], 2001:db8::1, true",
                "[2001:db8::2], 2001:db8::1, false",
                "[::1]:9080, 2001:db8::1, true",
                "localhost, 127.0.0.1, false",
                "'', 10.0.0.7, false",
                ":9080, 10.0.0.7, false",
                "ops.example:9080:1, 10.0.0.7, false",
                "ops.example@evil.example, 10.0.0.7, false",
                "'ops.example, evil.example', 10.0.0.7, false"
            })
    void x03_aHostIsKnownByNameOrIsTheAddress(@Nullable String host, String local, boolean known) {
        assertThat(guard.refusal("GET", host, InetAddress.ofLiteral(local), null, null))
                .isEqualTo(known ? null : Problem.UNKNOWN_HOST);
    }

    @Test
    void x03_anOriginMayBeAllowed() {
        InetAddress local = InetAddress.ofLiteral("10.0.0.7");
        assertThat(guard.refusal("POST", "ops.example", local, "https://console.example", "cross-site"))
                .isNull();
        assertThat(guard.refusal("POST", "ops.example", local, "http://console.example", null))
                .isEqualTo(Problem.FOREIGN_ORIGIN);
        assertThat(guard.refusal("POST", "evil.example", local, "https://console.example", null))
                .isEqualTo(Problem.UNKNOWN_HOST);
        assertThat(guard.refusal("POST", null, local, "https://evil.example", null))
                .isEqualTo(Problem.FOREIGN_ORIGIN);
        assertThat(guard.refusal("POST", "ops.example", local, "https://ops.example", "same-origin"))
                .isNull();
    }
}
