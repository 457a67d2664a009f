package dev.weir.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.ClientRequest;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which clients may ask for a chain of calls, and which call comes next. */
class ChainTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"})
    void a09_thisMachineMayAsk(String address) {
        assertThat(chain(null).enter(from(address)).number()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "10.0.0.1", "128.0.0.1", "::2", "fe80::1", "::ffff:10.0.0.1"})
    void a09_noOtherMachineMayAsk(String address) {
        assertThatThrownBy(() -> chain(null).enter(from(address)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.problem()).isEqualTo(Problem.NOT_THIS_MACHINE));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, 127.0.0.1, http://127.0.0.1:8081/chain?number=6&depth=3&delay=30ms",
                "none, ::1, http://[0:0:0:0:0:0:0:1]:8081/chain?number=6&depth=3&delay=30ms",
                "https://a.example:9000, 127.0.0.1, https://a.example:9000/chain?number=6&depth=3&delay=30ms",
                "http://[::1]:9000/b/, 127.0.0.1, http://[::1]:9000/b/chain?number=6&depth=3&delay=30ms"
            })
    void a09_aLevelCallsTheNext(@Nullable String downstream, String local, String next) {
        ChainLevel level = new ChainLevel(7, 2, Duration.ofMillis(30), Duration.ofSeconds(60));
        InetSocketAddress here = new InetSocketAddress(InetAddress.ofLiteral(local), 8081);
        assertThat(chain(downstream).next(level, "http", here)).hasToString(next);
    }

    private static Chain chain(@Nullable String downstream) {
        return new Chain(new ChainSettings(true, downstream, Duration.ofSeconds(60)));
    }

    private static ClientRequest from(String address) {
        return new ClientRequest() {
            @Override
            public String path() {
                return "/chain";
            }

            @Override
            public String rawQuery() {
                return "number=7";
            }

            @Override
            public List<String> query(String name) {
                return name.equals("number") ? List.of("7") : List.of();
            }

            @Override
            public @Nullable String field(String name) {
                return null;
            }

            @Override
            public InetAddress remote() {
                return InetAddress.ofLiteral(address);
            }
        };
    }
}
