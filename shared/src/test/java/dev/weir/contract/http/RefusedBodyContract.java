package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a refused request does not hold up other clients if its body never arrives (rule X02). */
public interface RefusedBodyContract extends ContractPart {
    /** The number of clients that announce a body but never send it. The server has fewer threads. */
    int SENDERS = 30;

    /**
     * Clients announce a body and never send it. The server must still answer another client. If this fails, look for a
     * thread that waits for a body. It may wait before it sends the answer, or afterwards.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /nothing | X: y",
                "GET | /nothing | X: y",
                "GET | /files/text.txt | X: y",
                "HEAD | /files/text.txt | X: y",
                "DELETE | /files/text.txt | X: y",
                "OPTIONS | /files/text.txt | X: y",
                "OPTIONS | * | X: y",
                "TRACE | / | X: y",
                "GET | /files/text.txt | X-API-Key: nobody",
                "GET | /files/text.txt | X-API-Key: " + SuiteSettings.BLOCKED_KEY,
                "POST | /error | X: y",
                "POST | /nothing | Content-Type: application/x-www-form-urlencoded",
                "POST | /nothing | Content-Type: multipart/form-data;boundary=x",
                "POST | /events | X: y",
                "POST | /events | X-API-Key: " + SuiteSettings.PUBLISHER_KEY,
                "POST | /ws | X: y",
                "POST | /events | Content-Type: text/plain ~ X-API-Key: " + SuiteSettings.PUBLISHER_KEY,
                "POST | /ws | Content-Type: text/xml",
                "POST | /nothing | Upgrade: h2c ~ Connection: Upgrade, HTTP2-Settings ~ HTTP2-Settings: AAMAAABk"
            })
    default void x02_aBodyThatNeverComesHoldsNobodyUp(String method, String target, String fields) {
        String[] both = ("Content-Length: 9 ~ " + fields).split(" ~ ", -1);
        List<Connection> senders = new ArrayList<>();
        try {
            for (int i = 0; i < SENDERS; i++) {
                senders.add(server().connect("127.0.2." + (i % 8 + 1)).send(method, target, both));
            }
            Eventually.is("an answer to another client", () -> server().serves("127.0.3.1"));
        } finally {
            senders.forEach(Connection::close);
        }
    }

    /**
     * After a refused request whose body has arrived, the connection serves the next request. If this fails, check that
     * the server reads exactly the body.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Length: 9 | 123456789",
                "Transfer-Encoding: chunked | 4\\r\\n1234\\r\\n5;x=y\\r\\n56789\\r\\n0\\r\\n\\r\\n",
                "Transfer-Encoding: chunked | 4\\r\\n1234\\r\\n0\\r\\nX: y\\r\\n\\r\\n"
            })
    default void x02_aRefusedBodyThatHasComeKeepsTheConnection(String field, String body) {
        byte[] bytes = body.translateEscapes().getBytes(StandardCharsets.US_ASCII);
        try (Connection connection = server().connect("127.0.0.1")) {
            for (int i = 0; i < 3; i++) {
                connection.send("POST", "/nothing", bytes, field).answer().assertStatus(404);
                connection.send("GET", "/files/text.txt", bytes, field).answer().assertStatus(200);
            }
            connection.send("GET", "/files/text.txt").answer().assertStatus(200);
        }
    }

    @Test
    default void x02_nothingOfARefusedBodyIsTakenForARequest() {
        String hidden = "GET /files/text.txt HTTP/1.1\r\nHost: a\r\n\r\n";
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send("POST", "/nothing", "Content-Length: " + 2 * hidden.length());
            Answer refusal = connection.answer();
            refusal.assertStatus(404);
            assertThat(refusal.field("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.stirsWhileItTrickles(hidden)).isTrue();
            assertThat(connection.untilItEnds()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/events", "/ws"})
    default void x02_aClientThatIsRefusedIsNotAskedForTheBody(String target) {
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send("POST", target, "Content-Length: 9", "Expect: 100-continue");
            connection.answer().assertStatus(401, 404, 415);
        }
    }

    /** If this fails, check that exactly one component sends the status 100 (Continue). */
    @Test
    default void x02_aClientThatIsNotRefusedIsAskedForTheBody() {
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send(
                    "POST",
                    "/events",
                    "X-API-Key: " + SuiteSettings.PUBLISHER_KEY,
                    "Content-Type: text/plain",
                    "Content-Length: 9",
                    "Expect: 100-continue");
            connection.head().assertStatus(100);
            connection.send("123456789".getBytes(StandardCharsets.US_ASCII));
            connection.answer().assertStatus(201);
        }
    }
}
