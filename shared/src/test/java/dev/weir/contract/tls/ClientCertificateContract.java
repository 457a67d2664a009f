package dev.weir.contract.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.contract.connection.TlsStore;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import java.io.UncheckedIOException;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.KeyManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a server that serves only clients with a certificate: {@code server.ssl.client-auth=need} (rule X05). */
public interface ClientCertificateContract extends ContractPart {
    /** Returns the store with the only client certificate that {@link #server()} accepts. */
    TlsStore store();

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    default void x05_onlyAClientWithATrustedCertificateIsServed(String tls) {
        assertThat(content(tls, store().keyManagers())).isEqualTo(SuiteFiles.TEXT);
        for (KeyManager[] keys : new KeyManager[][] {{}, TlsStore.create().keyManagers()}) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> content(tls, keys));
        }
    }

    private String content(String tls, KeyManager[] keys) {
        try (TlsClient client = new TlsClient(server().port(), Version.HTTP_1_1, tls, keys)) {
            return new String(client.content("/files/text.txt"), StandardCharsets.UTF_8);
        }
    }
}
