package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.connection.Transport;
import dev.weir.contract.events.EventLines;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.SuiteFiles;
import java.math.BigInteger;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests files and streams over TLS, with HTTP/2 and HTTP/1.1, while the certificate is renewed (D01, E01, E03). */
public interface TlsContract extends ContractPart {
    TlsStore store();

    /**
     * The first request after the TLS handshake has an invalid head. The access log must have a line for this request.
     */
    @Test
    default void a07_anInvalidHeadIsLoggedAfterTheChoiceOfTheProtocol() {
        String mark = LoggedAccess.mark();
        String headWithoutHost = "GET /?" + mark + " HTTP/1.1\r\n\r\n";
        try (Connection connection = Transport.TLS.connect("127.0.0.1", server().port())) {
            connection.send(headWithoutHost.getBytes(StandardCharsets.US_ASCII));
            connection.answer().assertStatus(400);
        }
        assertThat(LoggedAccess.with(mark, server()).status()).isEqualTo(400);
    }

    /**
     * If this fails, check whether some code writes to the socket without TLS. Also check whether a new certificate
     * closes connections that began with the old one.
     */
    @ParameterizedTest
    @EnumSource(Version.class)
    default void e01_aStreamOutlivesTheCertificateItBeganWith(Version version) {
        try (TlsClient client = new TlsClient(server().port(), version);
                EventLines stream = client.stream("/events")) {
            assertThat(new String(client.content("/files/text.txt"), StandardCharsets.UTF_8))
                    .isEqualTo(SuiteFiles.TEXT);
            String first = client.publish("before");
            assertThat(stream.next(1)).containsExactly(new Event(first, null, "before"));
            BigInteger serial = client.serial();
            store().renew();
            Eventually.is("another certificate", () -> {
                try (TlsClient next = new TlsClient(server().port(), version)) {
                    next.content("/files/text.txt");
                    return !next.serial().equals(serial);
                }
            });
            String big = "x".repeat(20_000);
            List<String> ids = List.of(client.publish(big), client.publish("after"));
            assertThat(stream.next(2))
                    .containsExactly(new Event(ids.get(0), null, big), new Event(ids.get(1), null, "after"));
        }
        Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 0);
    }
}
