package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.network.Network;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.ManualTime;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** The base of tests with plans for two keys and two networks. Its clock stands still until a test moves it. */
abstract class ClientsOnManualTime {
    static final long RATE = 4096;
    static final InetAddress HOME = InetAddress.ofLiteral("192.0.2.1");
    static final InetAddress OFFICE = InetAddress.ofLiteral("198.51.100.7");

    final ManualTime time = new ManualTime();
    final Throttle throttle =
            new Throttle(new TokenBucket(0, 0, 0), Chunk.Time.fixed(Duration.ofMillis(100)), time, time);
    final Plan others = plan("others", 2, 1_000_000, false);
    final List<Clients.Rule> rules = List.of(
            new Clients.Rule("alice", ApiKey.parse("open sesame"), null, plan("gold", 3, 1_000_000, false)),
            new Clients.Rule(
                    "bob", ApiKey.parse("{sha256}" + hex("swordfish")), null, plan("silver", 1, 1_000_000, false)),
            new Clients.Rule("office", null, Network.parse("198.51.100.0/24"), plan("office", 5, 1_000_000, false)),
            new Clients.Rule("away", null, Network.parse("203.0.113.0/24"), plan("blocked", 5, 1_000_000, true)));

    Clients clients(int maxClients, int maxDownloads) {
        return new Clients(throttle, rules, others, new Clients.Limits(maxClients, maxDownloads, maxDownloads), time);
    }

    static Plan plan(String name, int maxDownloads, int requestsPerSecond, boolean blocked) {
        return new Plan(name, RATE, 4096, 1, maxDownloads, 9, requestsPerSecond, blocked, false);
    }

    static void assertRefused(Problem problem, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }

    static String hex(@Nullable String text) {
        return HexFormat.of().formatHex(ApiKey.sha256(String.valueOf(text)));
    }
}
