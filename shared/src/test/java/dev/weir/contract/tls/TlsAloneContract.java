package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.AnyCertificate;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests downloads over TLS without HTTP/2 (D01). HTTP/2 is off by default. The TLS handshake negotiates no protocol.
 */
public interface TlsAloneContract extends ContractPart {
    /**
     * A file is served over TLS without HTTP/2. If this fails, check whether some code waits for a negotiation of the
     * protocol (ALPN), or runs twice if there is no negotiation.
     */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    default void d01_aFileIsServedOverTlsWithoutHttp2(String tls) {
        try (TlsClient client = new TlsClient(server().port(), Version.HTTP_1_1, tls, new KeyManager[0])) {
            assertThat(new String(client.content("/files/text.txt"), StandardCharsets.UTF_8))
                    .isEqualTo(SuiteFiles.TEXT);
        }
    }

    /** If this fails, the server does not resume TLS sessions, and makes a signature for each returning client. */
    @Test
    default void x05_aClientResumesItsSession() throws IOException {
        AnyCertificate certificate = new AnyCertificate();
        SSLSocketFactory sockets = certificate.context().getSocketFactory();
        for (int i = 0; i < 3; i++) {
            try (Socket socket = sockets.createSocket("127.0.0.1", server().port())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream()
                        .write("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
            }
        }
        assertThat(certificate.checked()).isEqualTo(1);
    }
}
