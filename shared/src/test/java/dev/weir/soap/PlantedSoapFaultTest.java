package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Trust;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Each test plants a fault in a SOAP gateway, and tries the attacks of {@link AttackTable}. The gateway must give wrong
 * answers to exactly those attacks that the fault affects.
 */
class PlantedSoapFaultTest {
    private static final Set<String> SELF = Set.of("server", "server-ec");
    private static final Duration TIME_TO_LIVE = GatewayFixture.TIME_TO_LIVE;

    private final Instant started = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Test
    void aGatewayWithoutAFaultPasses() {
        assertThat(differences(one(GatewayFixture.clients(SELF, true), TIME_TO_LIVE, started)))
                .isEmpty();
    }

    @Test
    void itsOwnSignaturesCount() {
        assertThat(differences(one(GatewayFixture.clients(Set.of(), true), TIME_TO_LIVE, started)))
                .containsExactly("15 signed by the server itself");
    }

    @Test
    void nobodyIsRevoked() {
        assertThat(differences(one(GatewayFixture.clients(SELF, false), TIME_TO_LIVE, started)))
                .containsExactly("16 signed by who was revoked");
    }

    @Test
    void aStrangerIsTrusted() throws Exception {
        KeyStore trusted = DevelopmentKeys.read(TestKeys.get().folder().resolve("server-trust.p12"), TestKeys.PASSWORD);
        trusted.setCertificateEntry("stranger", TestKeys.get().certificate("stranger"));
        Trust clients = Trust.inClients(
                trusted,
                null,
                signer -> !signer.getSubjectX500Principal().getName().matches("CN=(server|other)"));
        assertThat(differences(one(clients, TIME_TO_LIVE, started)))
                .containsExactly("14 signed by a stranger of the same name", "16 signed by who was revoked");
    }

    @Test
    void itForgets() {
        Trust clients = GatewayFixture.clients(SELF, true);
        assertThat(differences(() -> GatewayFixture.gateway(clients, TIME_TO_LIVE, started, new ReplayCache(10))))
                .hasSize(4)
                .allMatch(name -> name.startsWith("26 "));
    }

    @Test
    void itTakesAnOldMessage() {
        assertThat(differences(one(GatewayFixture.clients(SELF, true), Duration.ofDays(1), Instant.EPOCH)))
                .containsExactly("30 created long ago");
    }

    @Test
    void itRemembersTooLittle() {
        Trust clients = GatewayFixture.clients(SELF, true);
        SoapGateway full = GatewayFixture.gateway(clients, TIME_TO_LIVE, started, new ReplayCache(0));
        assertThat(differences(() -> full)).hasSizeGreaterThan(10);
    }

    private static Supplier<SoapGateway> one(Trust clients, Duration timeToLive, Instant started) {
        SoapGateway gateway = GatewayFixture.gateway(clients, timeToLive, started, new ReplayCache(1_000));
        return () -> gateway;
    }

    private static List<String> differences(Supplier<SoapGateway> gateways) {
        List<String> differences = new ArrayList<>();
        for (Attack attack : AttackTable.all()) {
            if (!attack.transport()) {
                Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
                Sent sent = attack.make(now);
                sent.before().forEach(before -> Outcome.of(gateways.get(), before, now));
                Outcome outcome = Outcome.of(gateways.get(), sent.body(), now);
                if (attack.expected().difference(sent, "client", outcome, now) != null) {
                    differences.add(attack.toString());
                }
            }
        }
        return differences;
    }
}
