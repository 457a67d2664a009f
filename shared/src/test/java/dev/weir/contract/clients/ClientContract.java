package dev.weir.contract.clients;

import static dev.weir.contract.server.SuiteSettings.BLOCKED_ADDRESS;
import static dev.weir.contract.server.SuiteSettings.BLOCKED_KEY;
import static dev.weir.contract.server.SuiteSettings.FAST_KEY;
import static dev.weir.contract.server.SuiteSettings.FEW_KEY;
import static dev.weir.contract.server.SuiteSettings.HASHED_BLOCKED_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Pause;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the server finds the client of a request, by a key or by the address (rules C01, C03, C04). */
public interface ClientContract extends ContractPart {
    /** A field of a request whose answer has no content, and so needs no tokens. */
    String NO_CONTENT = "If-None-Match: *";

    String TEXT_FILE = "/files/text.txt";

    /**
     * The server recognises a key in each of these header fields. The key belongs to a blocked client. So a refusal
     * shows that the server recognised the key.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer " + BLOCKED_KEY,
                "authorization: bearer " + BLOCKED_KEY,
                "X-API-Key: " + BLOCKED_KEY,
                "x-api-key:" + BLOCKED_KEY
            })
    default void c01_aKeyNamesItsClient(String field) {
        server().get(TEXT_FILE, field).assertRefusedWith(Problem.BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer " + FAST_KEY, "X-API-Key: " + FAST_KEY})
    default void c01_aKeyOfAPlanThatAllowsItIsServed(String field) {
        server().get(TEXT_FILE, field).assertStatus(200);
    }

    /**
     * A request with an unknown key is refused. If this fails, check whether the server ignores the key, and identifies
     * the client by its address.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer nobody",
                "Authorization: Bearer ",
                "X-API-Key: nobody",
                "X-API-Key: " + FAST_KEY + "x",
                "X-API-Key: KEY-OF-FAST-7D1F",
                "X-API-Key: {sha256}4fa5c6b723b96ae8b4a277c00477b5673691eb0c26dada24bf25db40aef61997",
                "X-API-Key: 4fa5c6b723b96ae8b4a277c00477b5673691eb0c26dada24bf25db40aef61997"
            })
    default void c01_anUnknownKeyIsNobody(String field) {
        server().get(TEXT_FILE, field).assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    @Test
    default void c01_oneKeyIsOneClientHoweverItIsSentAndFromWherever() {
        try (Pause pause = new Pause(server())) {
            pause.hold("127.0.0.1", "X-API-Key: " + FEW_KEY);
            pause.hold("127.0.0.2", "Authorization: Bearer " + FEW_KEY);
            server().get(TEXT_FILE, "X-API-Key: " + FEW_KEY).assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
        }
    }

    @Test
    default void c01_withoutAKeyTheAddressIsTheClient() {
        try (Pause pause = new Pause(server())) {
            pause.hold("127.0.7.1");
            pause.hold("127.0.7.1");
            from("127.0.7.1").assertRefusedWith(Problem.TOO_MANY_DOWNLOADS);
            pause.hold("127.0.7.2");
        }
    }

    @Test
    default void c01_anAddressHasThePlanOfItsNetwork() {
        from(BLOCKED_ADDRESS).assertRefusedWith(Problem.BLOCKED);
        from("127.0.9.10").assertStatus(200);
    }

    @Test
    default void c03_aKeyMayBeConfiguredAsItsHash() {
        server().get(TEXT_FILE, "X-API-Key: " + HASHED_BLOCKED_KEY).assertRefusedWith(Problem.BLOCKED);
    }

    @Test
    default void c03_keysAreNotLogged() {
        List<String> presented = List.of(FAST_KEY, HASHED_BLOCKED_KEY, "key-of-nobody-3c3c");
        for (String key : presented) {
            server().get(TEXT_FILE, "X-API-Key: " + key);
            server().get(TEXT_FILE, "Authorization: Bearer " + key);
        }
        assertThat(server().log()).isNotBlank().doesNotContain(presented).doesNotContain(SuiteSettings.KEYS);
    }

    /**
     * If this fails, check that the server remembers a limited number of clients. It may forget a client only if this
     * client is idle and its token bucket is full.
     */
    @Test
    default void c04_whenAllKnownClientsAreBusyANewOneIsRefused() {
        try (Pause pause = new Pause(server())) {
            for (int i = 1; i <= SuiteSettings.MAX_CLIENTS; i++) {
                String address = "127.0.4." + i;
                Eventually.is(
                        "an answer to " + address,
                        () -> from(address, NO_CONTENT).status() == 304);
                pause.hold(address);
            }
            from("127.0.4.99").assertRefusedWith(Problem.TOO_MANY_CLIENTS);
            from("127.0.4.1", NO_CONTENT).assertStatus(304);
        } finally {
            for (String other :
                    List.of("127.0.4.99", "127.0.0.1", "127.0.7.1", "127.0.7.2", BLOCKED_ADDRESS, "127.0.9.10")) {
                Eventually.is("an answer to " + other, () -> from(other).status() != 503);
            }
        }
    }

    private Answer from(String address, String... fields) {
        try (Connection connection = server().connect(address).send("GET", TEXT_FILE, fields)) {
            return connection.answer();
        }
    }
}
