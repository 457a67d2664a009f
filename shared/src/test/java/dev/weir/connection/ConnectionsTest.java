package dev.weir.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.network.Network;
import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the limit on connections from one address (X03), and the time limit for a request body (X02). */
class ConnectionsTest {
    private static final InetAddress CLIENT = InetAddress.ofLiteral("192.0.2.1");
    private static final InetAddress PROXY = InetAddress.ofLiteral("198.51.100.7");

    private final Connections connections = new Connections(2, new Proxies(List.of(Network.parse("198.51.100.0/24"))));

    @Test
    void x03_oneMoreThanTheLimitIsRefusedAndCountsForNothing() {
        assertThat(connections.enter(CLIENT)).isTrue();
        assertThat(connections.enter(CLIENT)).isTrue();
        assertThat(connections.enter(CLIENT)).isFalse();
        connections.leave(CLIENT);
        assertThat(connections.enter(CLIENT)).isTrue();
    }

    @Test
    void x03_anotherAddressHasPlacesOfItsOwn() {
        connections.enter(CLIENT);
        connections.enter(CLIENT);
        assertThat(connections.enter(InetAddress.ofLiteral("192.0.2.2"))).isTrue();
    }

    @Test
    void x03_addressesOfOneNetworkOf64BitsAreOneClient() {
        assertThat(connections.enter(InetAddress.ofLiteral("2001:db8::1"))).isTrue();
        assertThat(connections.enter(InetAddress.ofLiteral("2001:db8::2"))).isTrue();
        assertThat(connections.enter(InetAddress.ofLiteral("2001:db8::3"))).isFalse();
        assertThat(connections.enter(InetAddress.ofLiteral("2001:db8:0:1::1"))).isTrue();
    }

    @Test
    void x03_aTrustedProxyIsNotCounted() {
        for (int i = 0; i < 10; i++) {
            assertThat(connections.enter(PROXY)).isTrue();
        }
        connections.leave(PROXY);
        assertThat(connections.addresses()).isZero();
    }

    @Test
    void x03_anAddressWithoutAConnectionIsForgotten() {
        connections.enter(CLIENT);
        assertThat(connections.addresses()).isEqualTo(1);
        connections.leave(CLIENT);
        assertThat(connections.addresses()).isZero();
    }

    @Test
    void x02_aBodyHasTimeInProportionToTheBytesThatHaveCome() {
        ConnectionLimits limits =
                new ConnectionLimits(1, Duration.ofSeconds(30), Duration.ofSeconds(10), 1_000, 65_536);
        assertThat(limits.bodyNanos(0)).isEqualTo(TimeUnit.SECONDS.toNanos(10));
        assertThat(limits.bodyNanos(5_000)).isEqualTo(TimeUnit.SECONDS.toNanos(15));
        assertThat(limits.bodyNanos(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10_001));
    }
}
