package dev.weir.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.network.Network;
import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestIdsTest {
    private final RequestIds ids = new RequestIds(new Proxies(List.of(Network.parse("192.0.2.0/24"))), 1);

    @Test
    void a08_idsDoNotRepeat() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            assertThat(seen.add(ids.of(null, RequestIdsTest::nobody))).isTrue();
        }
        assertThat(seen).allMatch(id -> id.matches("[0-9a-f]{16}"));
    }

    private static InetAddress nobody() {
        throw new AssertionError("the address is not needed");
    }

    @Test
    void a08_onlyAWellFormedIdOfATrustedProxyIsTaken() {
        assertThat(ids.of("a1", () -> InetAddress.ofLiteral("192.0.2.1"))).isEqualTo("a1");
        assertThat(ids.of("a1", () -> InetAddress.ofLiteral("192.0.3.1"))).isNotEqualTo("a1");
        assertThat(ids.of("a\n1", () -> InetAddress.ofLiteral("192.0.2.1"))).matches("[0-9a-f]{16}");
    }
}
