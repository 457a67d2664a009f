package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.watch.RequestKind;
import dev.weir.network.Network;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClientsTest extends ClientsOnManualTime {
    /**
     * Each event of a batch must count towards the limit of requests per second. With a limit of two, some of 1,000
     * events must be refused.
     */
    @Test
    void p04_eachFurtherEventOfABatchCounts() {
        Clients.Limits limits = new Clients.Limits(9, 9, 9);
        Client client = new Clients(throttle, List.of(), plan("two", 1, 2, false), limits, time)
                .enter(null, HOME, Use.DOWNLOAD);
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            try {
                Admissions.publishMore(client, 1);
            } catch (RefusedException e) {
                assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_REQUESTS);
                refused++;
            }
        }
        assertThat(refused).isPositive();
        assertRefused(Problem.TOO_LARGE, () -> Admissions.publishMore(client, 2));
    }

    @Test
    void c01_aKeyNamesItsClientInEitherField() {
        Clients clients = clients(10, 100);
        Client byBearer = clients.enter(ApiKey.presented("Bearer open sesame", null), HOME, Use.DOWNLOAD);
        assertThat(byBearer.name()).isEqualTo("alice");
        assertThat(byBearer.plan().name()).isEqualTo("gold");
        assertThat(clients.enter(ApiKey.presented("bearer open sesame", null), OFFICE, Use.DOWNLOAD))
                .isSameAs(byBearer);
        assertThat(clients.enter(ApiKey.presented(null, "open sesame"), HOME, Use.DOWNLOAD))
                .isSameAs(byBearer);
        clients.leave(byBearer, Use.DOWNLOAD);
        assertThat(clients.enter(ApiKey.presented("Basic b3BlbiBzZXNhbWU=", "open sesame"), HOME, Use.DOWNLOAD))
                .as("a scheme other than Bearer")
                .isSameAs(byBearer);
    }

    @Test
    void c01_anUnknownKeyIsRefusedAndNoFreshClient() {
        Clients clients = clients(10, 100);
        for (String key :
                List.of("", "open", "open sesam", "open sesame ", "OPEN SESAME", "alice", hex("open sesame"))) {
            assertRefused(Problem.UNKNOWN_KEY, () -> clients.enter(ApiKey.presented(null, key), HOME, Use.DOWNLOAD));
            assertRefused(
                    Problem.UNKNOWN_KEY,
                    () -> clients.enter(ApiKey.presented("Bearer x" + key, null), HOME, Use.DOWNLOAD));
        }
        assertRefused(
                Problem.UNKNOWN_KEY,
                () -> clients.enter(ApiKey.presented("Bearer nobody", "open sesame"), HOME, Use.DOWNLOAD));
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
    }

    @Test
    void c01_withoutAKeyTheClientIsTheAddress() {
        Clients clients = clients(10, 100);
        Client home = clients.enter(null, HOME, Use.DOWNLOAD);
        assertThat(home.plan().name()).isEqualTo("others");
        assertThat(clients.enter(null, HOME, Use.DOWNLOAD)).isSameAs(home);
        Client office = clients.enter(null, OFFICE, Use.DOWNLOAD);
        assertThat(office).isNotSameAs(home);
        assertThat(office.plan().name()).isEqualTo("office");
    }

    @Test
    void c01_anIpv6ClientIsItsSlash64() {
        Clients clients = clients(10, 100);
        Client one = clients.enter(null, InetAddress.ofLiteral("2001:db8:0:1::1"), Use.DOWNLOAD);
        assertThat(clients.enter(null, InetAddress.ofLiteral("2001:db8:0:1:ffff:ffff:ffff:ffff"), Use.DOWNLOAD))
                .isSameAs(one);
        assertThat(clients.enter(null, InetAddress.ofLiteral("2001:db8:0:2::1"), Use.DOWNLOAD))
                .isNotSameAs(one);
        Client mapped = clients.enter(null, InetAddress.ofLiteral("::ffff:192.0.2.1"), Use.DOWNLOAD);
        assertThat(clients.enter(null, HOME, Use.DOWNLOAD))
                .as("IPv4, also written as IPv6")
                .isSameAs(mapped);
    }

    @Test
    void c03_aHashedKeyAdmitsItsKeyAndNotItsHash() {
        Clients clients = clients(10, 100);
        assertThat(clients.enter(ApiKey.presented("Bearer swordfish", null), HOME, Use.DOWNLOAD)
                        .name())
                .isEqualTo("bob");
        assertRefused(
                Problem.UNKNOWN_KEY, () -> clients.enter(ApiKey.presented(null, hex("swordfish")), HOME, Use.DOWNLOAD));
        assertRefused(
                Problem.UNKNOWN_KEY,
                () -> clients.enter(ApiKey.presented(null, "{sha256}" + hex("swordfish")), HOME, Use.DOWNLOAD));
    }

    @Test
    void c03_noKeyAppearsInATextForPeople() {
        String texts = rules + " "
                + clients(10, 100).enter("open sesame", HOME, Use.DOWNLOAD).name();
        assertThat(texts)
                .doesNotContain("sesame")
                .doesNotContain(hex("open sesame"))
                .doesNotContain(hex("swordfish"));
        assertThatThrownBy(() -> ApiKey.parse("{sha256}open sesame")).hasMessageNotContaining("sesame");
    }

    @Test
    void c04_aMillionAddressesHaveRoomOneAfterTheOtherAndNotAtOnce() {
        Clients clients = clients(100, 1000);
        Client busy = clients.enter(null, HOME, Use.DOWNLOAD);
        Random random = new Random();
        for (int visit = 0; visit < 200_000; visit++) {
            time.moveTo(time.getAsLong() + Duration.ofMillis(20).toNanos());
            clients.leave(clients.enter(null, anybody(random), Use.DOWNLOAD), Use.DOWNLOAD);
        }
        int admitted = 0;
        for (int visit = 0; visit < 800_000; visit++) {
            try {
                clients.leave(clients.enter(null, anybody(random), Use.DOWNLOAD), Use.DOWNLOAD);
                admitted++;
            } catch (RefusedException e) {
                assertThat(e.problem()).isEqualTo(Problem.TOO_MANY_CLIENTS);
            }
        }
        assertThat(admitted).as("clients admitted at the same time").isBetween(1, 99);
        assertThat(clients.enter(null, HOME, Use.DOWNLOAD))
                .as("a busy client is not forgotten")
                .isSameAs(busy);
    }

    @Test
    void c04_onlyAnIdleClientWhoseBucketIsFullIsForgotten() {
        Clients clients = clients(2, 100);
        Client home = clients.enter(null, HOME, Use.DOWNLOAD);
        clients.leave(home, Use.DOWNLOAD);
        Client office = clients.enter(null, OFFICE, Use.DOWNLOAD);
        InetAddress third = InetAddress.ofLiteral("192.0.2.3");
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, third, Use.DOWNLOAD));
        time.moveTo(Duration.ofSeconds(1).toNanos() - 1);
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, third, Use.DOWNLOAD));
        time.moveTo(Duration.ofSeconds(1).toNanos());
        clients.enter(null, third, Use.DOWNLOAD);
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, HOME, Use.DOWNLOAD));
        assertThat(clients.enter(null, OFFICE, Use.DOWNLOAD)).isSameAs(office);
        assertThat(clients.enter(ApiKey.presented(null, "open sesame"), HOME, Use.DOWNLOAD))
                .as("a client with a key is admitted")
                .isNotNull();
    }

    /**
     * A refused request counts against its client's limit of requests per second. This count would be lost if the
     * server forgot the client at once.
     */
    @Test
    void c04_aRefusedClientIsNotForgottenWhileItsRequestCounts() {
        Clients clients = clients(1, 100);
        Sender home = new Sender(null, HOME, null, _ -> {});
        assertRefused(Problem.NOT_FOUND, () -> clients.enter(RequestKind.DOWNLOAD, home, Use.DOWNLOAD, _ -> false));
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, OFFICE, Use.DOWNLOAD));
    }

    @Test
    void c04_aClientThatFillsForAgesDoesNotStandBeforeOthers() {
        Plan endless = new Plan("endless", 1, 1L << 50, 1, 9, 9, 1_000_000, false, false);
        Clients.Rule rule = new Clients.Rule("office", null, Network.parse("198.51.100.0/24"), endless);
        Clients clients = new Clients(throttle, List.of(rule), others, new Clients.Limits(2, 9, 9), time);
        time.moveTo(Duration.ofDays(1).toNanos());
        clients.leave(clients.enter(null, OFFICE, Use.DOWNLOAD), Use.DOWNLOAD);
        clients.leave(clients.enter(null, HOME, Use.DOWNLOAD), Use.DOWNLOAD);
        time.moveTo(Duration.ofDays(2).toNanos());
        assertThat(clients.enter(null, InetAddress.ofLiteral("192.0.2.3"), Use.DOWNLOAD))
                .isNotNull();
        assertRefused(Problem.TOO_MANY_CLIENTS, () -> clients.enter(null, HOME, Use.DOWNLOAD));
    }

    private static InetAddress anybody(Random random) {
        return InetAddress.ofLiteral("%x:%x:%x:%x::1"
                .formatted(0x2001, random.nextInt(0x10000), random.nextInt(0x10000), random.nextInt(0x10000)));
    }
}
