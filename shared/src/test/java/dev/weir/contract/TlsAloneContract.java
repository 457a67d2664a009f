package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** D01 over TLS while HTTP/2 is off, which is the default. The handshake then negotiates no protocol. */
public interface TlsAloneContract extends ServerUnderTest {
    /**
     * If this fails, check whether some code waits for the negotiation of a protocol (ALPN), or runs twice without one.
     */
    @Test
    default void d01_aFileIsServedOverTlsWithoutHttp2() {
        try (TlsClient client = new TlsClient(server().port(), Version.HTTP_1_1)) {
            assertThat(new String(client.content("/files/text.txt"), StandardCharsets.UTF_8))
                    .isEqualTo(SuiteFiles.TEXT);
        }
    }
}
