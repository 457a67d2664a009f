package dev.weir.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who is calling (C01), with which key (C03), and for how long that is remembered (C04). */
class ClientsTest extends ClientsOnManualTime {
    @Test
    void c01_aKeyNamesItsClientInEitherField() {
        Clients clients = clients(10, 100);
        Client byBearer = clients.enter("Bearer open sesame", null, HOME);
        assertThat(byBearer.name()).isEqualTo("alice");
        assertThat(byBearer.plan().name()).isEqualTo("gold");
        assertThat(clients.enter("bearer open sesame", null, OFFICE)).isSameAs(byBearer);
        assertThat(clients.enter(null, "open sesame", HOME)).isSameAs(byBearer);
        clients.leave(byBearer);
        assertThat(clients.enter("Basic b3BlbiBzZXNhbWU=", "open sesame", HOME))
                .as("no Bearer")
                .isSameAs(byBearer);
    }

    @Test
    void c01_anUnknownKeyIsRefusedAndNoFreshClient() {
        Clients clients = clients(10, 100);
        for (String key :
                List.of("", "open", "open sesam", "open sesame ", "OPEN SESAME", "alice", hex("open sesame"))) {
            assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter(null, key, HOME));
            assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter("Bearer x" + key, null, HOME));
        }
        assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter("Bearer nobody", "open sesame", HOME));
        assertThat(clients.active()).isZero();
        assertThat(clients.refused()).isEqualTo(15);
    }

    @Test
    void c01_withoutAKeyTheClientIsTheAddress() {
        Clients clients = clients(10, 100);
        Client home = clients.enter(null, null, HOME);
        assertThat(home.plan().name()).isEqualTo("others");
        assertThat(clients.enter(null, null, HOME)).isSameAs(home);
        Client office = clients.enter(null, null, OFFICE);
        assertThat(office).isNotSameAs(home);
        assertThat(office.plan().name()).isEqualTo("office");
    }

    @Test
    void c01_anIpv6ClientIsItsSlash64() {
        Clients clients = clients(10, 100);
        Client one = clients.enter(null, null, InetAddress.ofLiteral("2001:db8:0:1::1"));
        assertThat(clients.enter(null, null, InetAddress.ofLiteral("2001:db8:0:1:ffff:ffff:ffff:ffff")))
                .isSameAs(one);
        assertThat(clients.enter(null, null, InetAddress.ofLiteral("2001:db8:0:2::1")))
                .isNotSameAs(one);
        Client mapped = clients.enter(null, null, InetAddress.ofLiteral("::ffff:192.0.2.1"));
        assertThat(clients.enter(null, null, HOME))
                .as("IPv4, however it is written")
                .isSameAs(mapped);
    }

    @Test
    void c03_aHashedKeyAdmitsItsKeyAndNotItsHash() {
        Clients clients = clients(10, 100);
        assertThat(clients.enter("Bearer swordfish", null, HOME).name()).isEqualTo("bob");
        assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter(null, hex("swordfish"), HOME));
        assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter(null, "{sha256}" + hex("swordfish"), HOME));
    }

    @Test
    void c03_noKeyAppearsInATextForPeople() {
        String texts =
                rules + " " + clients(10, 100).enter(null, "open sesame", HOME).name();
        assertThat(texts)
                .doesNotContain("sesame")
                .doesNotContain(hex("open sesame"))
                .doesNotContain(hex("swordfish"));
        assertThatThrownBy(() -> ApiKey.parse("{sha256}open sesame")).hasMessageNotContaining("sesame");
    }

    @Test
    void c04_aMillionAddressesHaveRoomOneAfterTheOtherAndNotAtOnce() {
        Clients clients = clients(100, 1000);
        Client busy = clients.enter(null, null, HOME);
        Random random = new Random();
        for (int visit = 0; visit < 200_000; visit++) {
            time.moveTo(time.getAsLong() + Duration.ofMillis(20).toNanos());
            clients.leave(clients.enter(null, null, anybody(random)));
        }
        int admitted = 0;
        for (int visit = 0; visit < 800_000; visit++) {
            try {
                clients.leave(clients.enter(null, null, anybody(random)));
                admitted++;
            } catch (RefusedException e) {
                assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_CLIENTS);
            }
        }
        assertThat(admitted).as("while time stands still").isBetween(1, 99);
        assertThat(clients.enter(null, null, HOME))
                .as("never forgotten while busy")
                .isSameAs(busy);
    }

    @Test
    void c04_onlyAnIdleClientWhoseBucketIsFullIsForgotten() {
        Clients clients = clients(2, 100);
        Client home = clients.enter(null, null, HOME);
        clients.leave(home);
        Client office = clients.enter(null, null, OFFICE);
        InetAddress third = InetAddress.ofLiteral("192.0.2.3");
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, null, third));
        time.moveTo(Duration.ofSeconds(1).toNanos() - 1);
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, null, third));
        time.moveTo(Duration.ofSeconds(1).toNanos());
        clients.enter(null, null, third);
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, null, HOME));
        assertThat(clients.enter(null, null, OFFICE)).isSameAs(office);
        assertThat(clients.enter(null, "open sesame", HOME))
                .as("a key has its place")
                .isNotNull();
    }

    @Test
    void c04_aClientThatFillsForAgesDoesNotStandBeforeOthers() {
        Plan endless = new Plan("endless", 1, 1L << 50, 1, 9, 9, 1_000_000, false, false);
        Clients.Rule rule = new Clients.Rule("office", null, Network.parse("198.51.100.0/24"), endless);
        Clients clients = new Clients(throttle, List.of(rule), others, new Clients.Limits(2, 9), time);
        time.moveTo(Duration.ofDays(1).toNanos());
        clients.leave(clients.enter(null, null, OFFICE));
        clients.leave(clients.enter(null, null, HOME));
        time.moveTo(Duration.ofDays(2).toNanos());
        assertThat(clients.enter(null, null, InetAddress.ofLiteral("192.0.2.3")))
                .isNotNull();
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, null, HOME));
    }

    private static InetAddress anybody(Random random) {
        return InetAddress.ofLiteral("%x:%x:%x:%x::1"
                .formatted(0x2001, random.nextInt(0x10000), random.nextInt(0x10000), random.nextInt(0x10000)));
    }
}
