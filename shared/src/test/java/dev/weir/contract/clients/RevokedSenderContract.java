package dev.weir.contract.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Connection;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests requests whose key is revoked before their body is complete (rule C07). */
public interface RevokedSenderContract extends KeyContract {
    /**
     * The server admits a request (status 100). Then the client's key is revoked, before the body is complete. The
     * server must refuse the request. If this fails, check that the server looks at the key again when the body is
     * complete.
     */
    @ParameterizedTest
    @CsvSource({"/events?topic=open, text/plain", "/ws, text/xml"})
    default void c07_aRequestThatIsCompleteAfterTheRevocationIsRefused(String target, String type) {
        put(RUNTIME_KEY, "guest").assertStatus(201);
        double published = server().meter("weir.events.published");
        try (Connection sender = server().connect("127.0.0.1")) {
            sender.send("POST", target, WITH_KEY, "Content-Type: " + type, "Content-Length: 9", "Expect: 100-continue");
            sender.head().assertStatus(100);
            revoke(RUNTIME_KEY).assertStatus(204);
            sender.send("123456789".getBytes(StandardCharsets.US_ASCII));
            sender.answer().assertRefusedWith(Problem.UNKNOWN_KEY);
        }
        assertThat(server().meter("weir.events.published")).isEqualTo(published);
    }
}
