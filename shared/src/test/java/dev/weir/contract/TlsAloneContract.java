package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** D01 over TLS where HTTP/2 is off, as it is by default, so that no protocol is negotiated. */
public interface TlsAloneContract extends ServerUnderTest {
    /** If this fails, check what waits for the end of a negotiation, or takes place twice without one. */
    @Test
    default void d01_aFileIsServedOverTlsWithoutHttp2() {
        try (TlsClient client = new TlsClient(server().port(), Version.HTTP_1_1)) {
            assertThat(new String(client.content("/files/text.txt"), StandardCharsets.UTF_8))
                    .isEqualTo(SuiteFiles.TEXT);
        }
    }
}
