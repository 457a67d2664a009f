package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests clients behind proxies (rule C02). Only {@link #BLOCKED_ADDRESS} is a blocked address. If the server refuses a
 * request, it has taken this address for the client's address.
 */
public interface ForwardedContract extends ContractPart {
    String BLOCKED_ADDRESS = SuiteSettings.BLOCKED_ADDRESS;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: " + BLOCKED_ADDRESS,
                "X-Forwarded-For: 198.51.100.1, " + BLOCKED_ADDRESS,
                "X-Forwarded-For: 198.51.100.1," + BLOCKED_ADDRESS + ",127.0.99.7",
                "X-Forwarded-For: " + BLOCKED_ADDRESS + ":4711",
                "Forwarded: for=" + BLOCKED_ADDRESS,
                "Forwarded: For=\"" + BLOCKED_ADDRESS + ":4711\";proto=http;by=127.0.99.1",
                "Forwarded: for=198.51.100.1, proto=https;for=" + BLOCKED_ADDRESS,
                "forwarded: for=\"[2001:db8::1]\", for=" + BLOCKED_ADDRESS + " , for=127.0.99.7"
            })
    default void c02_aTrustedProxyNamesTheClient(String field) {
        from("127.0.99.1", field).assertRefusedWith(Problem.BLOCKED);
    }

    /**
     * An address does not count if the client may have written it into the header field. If this fails, check that the
     * server reads the list of addresses from its end, and stops at the first address that is not a trusted proxy.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: " + BLOCKED_ADDRESS + ", 198.51.100.1",
                "X-Forwarded-For: " + BLOCKED_ADDRESS + ", unknown",
                "X-Forwarded-For: " + BLOCKED_ADDRESS + ", ",
                "Forwarded: for=" + BLOCKED_ADDRESS + ", for=198.51.100.1",
                "Forwarded: for=" + BLOCKED_ADDRESS + ", for=_hidden",
                "Forwarded: for=" + BLOCKED_ADDRESS + ", proto=https",
                "Forwarded: by=" + BLOCKED_ADDRESS,
                "Forwarded: nonsense",
                "X-Real-IP: " + BLOCKED_ADDRESS
            })
    default void c02_aFieldThatTheClientMayHaveWrittenDoesNotCount(String field) {
        Eventually.is("an answer", () -> from("127.0.99.1", field).status() != 503);
        from("127.0.99.1", field).assertStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For: " + BLOCKED_ADDRESS, "Forwarded: for=" + BLOCKED_ADDRESS})
    default void c02_nobodyElseIsBelieved(String field) {
        Eventually.is("an answer", () -> from("127.0.98.1", field).status() != 503);
        from("127.0.98.1", field).assertStatus(200);
        assertThat(from(BLOCKED_ADDRESS, "X-Forwarded-For: 198.51.100.1").status())
                .isEqualTo(Problem.BLOCKED.status());
    }

    private Answer from(String address, String field) {
        try (Connection connection = server().connect(address).send("GET", "/files/text.txt", field)) {
            return connection.answer();
        }
    }
}
