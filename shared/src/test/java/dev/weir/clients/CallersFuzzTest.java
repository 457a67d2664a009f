package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.weir.network.Network;
import dev.weir.network.Proxies;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how clients are told apart (C01, C02), with random header fields from proxies and from other addresses. */
class CallersFuzzTest extends ClientsOnManualTime {
    private static final InetAddress PROXY = InetAddress.ofLiteral("10.0.0.1");
    private static final InetAddress CLIENT = InetAddress.ofLiteral("192.0.2.7");
    private static final InetAddress STRANGER = InetAddress.ofLiteral("198.18.0.1");

    private final Proxies proxies = new Proxies(List.of(Network.parse("10.0.0.0/8"), Network.parse("fd00::/8")));
    private final Callers callers = new Callers(clients(1000, 9), proxies);

    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|192.0.2.1|||",
                "|198.51.100.1, 192.0.2.1, 10.9.9.9|Bearer open sesame||",
                "|[2001:db8::1]:4711, unknown||swordfish|",
                "|192.0.2.1:4711, 999.1.1.1|Basic x|nobody|",
                "for=192.0.2.1|192.0.2.1|Bearer||",
                "For=\"[2001:db8::1]:80\";by=10.0.0.1;proto=https||bearer swordfish||",
                "for=198.51.100.1, for=192.0.2.1;host=\"a,b\", for=10.0.0.3||||",
                "host=\"x;for=198.51.100.9\";for=_hidden, for=unknown|fe80::1%1|||"
            })
    @FuzzTest
    void nobodyIsTakenForAnother(
            @Nullable String forwarded,
            @Nullable String xForwardedFor,
            @Nullable String authorization,
            @Nullable String apiKey) {
        Map<String, String> fields = new HashMap<>();
        put(fields, "Forwarded", forwarded);
        put(fields, "X-Forwarded-For", xForwardedFor);
        put(fields, "Authorization", authorization);
        put(fields, "X-API-Key", apiKey);

        assertThat(proxies.client(fields::get, STRANGER)).as("sent by no proxy").isEqualTo(STRANGER);
        assertThat(proxies.client(fields::get, PROXY)).isNotNull();
        assertThatTheProxyDecides("X-Forwarded-For", xForwardedFor, "192.0.2.7");
        assertThatTheProxyDecides("Forwarded", forwarded, "for=192.0.2.7");
        assertThatTheProxyDecides("Forwarded", forwarded, "by=\"[fd00::1]\";for=\"192.0.2.7:4711\";host=\"a;b,c\"");
        assertEnters(fields, STRANGER);
        assertEnters(fields, PROXY);
    }

    private void assertThatTheProxyDecides(String name, @Nullable String sent, String appended) {
        String value = sent == null ? appended : sent + ", " + appended;
        assertThat(proxies.client(Map.of(name, value)::get, PROXY)).as(value).isEqualTo(CLIENT);
    }

    private void assertEnters(Map<String, String> fields, InetAddress remote) {
        time.moveTo(time.getAsLong() + Duration.ofSeconds(2).toNanos()); // enough for all idle clients to be forgotten
        Admission admission;
        try {
            admission = callers.download(new TestRequest("/files/any", null, fields, remote));
        } catch (RefusedException e) {
            assertThat(e.problem()).isIn(Problem.UNKNOWN_KEY, Problem.BLOCKED);
            return;
        }
        String keys = fields.get("Authorization") + " " + fields.get("X-API-Key");
        switch (admission.client().name()) {
            case "alice" -> assertThat(keys).contains("open sesame");
            case "bob" -> assertThat(keys).contains("swordfish");
            default -> {
                if (remote.equals(STRANGER)) {
                    assertThat(admission.client().name()).isEqualTo(STRANGER.getHostAddress());
                }
            }
        }
        admission.leave();
        assertThat(callers.clients().active(Use.DOWNLOAD)).isZero();
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }
}
