package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.ReplayCache;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundTripTest {
    @ParameterizedTest
    @CsvSource({"client,server", "client-ec,server", "client,server-ec", "client-ec,server-ec"})
    void s02_aClientThatSignsAndEncryptsIsAnswered(String client, String signer) throws Exception {
        for (Cryptography cryptography : GatewayFixture.cryptographies()) {
            assertRoundTrip(client, GatewayFixture.gateway(cryptography, signer, now(), new ReplayCache(10)));
        }
    }

    /** If Corretto's native cryptography does not load, check that the pom has its library for this platform. */
    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            architectures = {"amd64", "aarch64"})
    void correttoLoadsOnLinux() {
        assertThat(Cryptography.corretto()).isPresent();
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void assertRoundTrip(String client, SoapGateway gateway) throws Exception {
        Instant now = now();
        SoapCall calls = GatewayFixture.client(client);
        SoapCall.Request request = calls.plus(1_000, 337, now);
        SoapAnswer answer = gateway.answer(request.envelope(), now);
        assertThat(new String(answer.envelope(), StandardCharsets.UTF_8)).contains("plusResponse");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(calls.result(request, answer.envelope(), now)).isEqualTo(1_337);
    }
}
