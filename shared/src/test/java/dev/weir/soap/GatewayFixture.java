package dev.weir.soap;

import dev.weir.soap.endpoint.Calculator;
import dev.weir.soap.endpoint.Operations;
import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Trust;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Creates SOAP gateways with test keys, and clients that these gateways accept. */
public final class GatewayFixture {
    static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);

    private GatewayFixture() {}

    public static SoapGateway gateway() {
        return gateway("server", Instant.EPOCH, new ReplayCache(1));
    }

    static SoapGateway gateway(String signer, Instant started, ReplayCache replays) {
        return gateway(Cryptography.JDK, signer, started, replays);
    }

    static SoapGateway gateway(Cryptography cryptography, String signer, Instant started, ReplayCache replays) {
        Trust clients = clients(Set.of("server", "server-ec"), true);
        return gateway(cryptography, signer, clients, TIME_TO_LIVE, started, replays);
    }

    static List<Cryptography> cryptographies() {
        return Stream.concat(Stream.of(Cryptography.JDK), Cryptography.corretto().stream())
                .toList();
    }

    /** Returns a gateway whose settings may differ from those that the servers use. */
    static SoapGateway gateway(Trust clients, Duration timeToLive, Instant started, ReplayCache replays) {
        return gateway(Cryptography.JDK, "server", clients, timeToLive, started, replays);
    }

    private static SoapGateway gateway(
            Cryptography cryptography,
            String signer,
            Trust clients,
            Duration timeToLive,
            Instant started,
            ReplayCache replays) {
        TestKeys keys = TestKeys.get();
        return new SoapGateway(
                keys.identity("server").by(cryptography),
                keys.identity(signer).by(cryptography),
                () -> clients,
                timeToLive,
                started,
                replays,
                new Operations(new AnnotationConfigApplicationContext(Calculator.class)));
    }

    static SoapCall client(String name) {
        return new SoapCall(TestKeys.get().identity(name), TestKeys.get().servers(), TIME_TO_LIVE);
    }

    /**
     * Returns the server's trust in the test clients.
     *
     * @param self names of the server's own keys. The server refuses messages that are signed with these keys
     * @param alsoRevoked whether the server uses the revocation list
     */
    static Trust clients(Set<String> self, boolean alsoRevoked) {
        TestKeys keys = TestKeys.get();
        try (InputStream list = Files.newInputStream(keys.folder().resolve("revoked.crl"))) {
            KeyStore trusted = DevelopmentKeys.read(keys.folder().resolve("server-trust.p12"), TestKeys.PASSWORD);
            X509CRL revoked = (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(list);
            return Trust.inClients(
                    trusted,
                    alsoRevoked ? List.of(revoked) : null,
                    signer -> self.stream().map(keys::certificate).noneMatch(signer::equals)
                            && !signer.getSubjectX500Principal().getName().equals("CN=other"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
