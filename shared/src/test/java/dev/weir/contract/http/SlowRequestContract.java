package dev.weir.contract.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests slow and missing requests (X02). The server has {@link #LIMITS}, and must serve other clients meanwhile. */
public interface SlowRequestContract extends ContractPart {
    /** Time limits that a body of a few bytes per second exceeds, and a body of a kilobyte per second does not. */
    List<String> LIMITS = List.of(
            "--weir.connections.head-timeout=2s",
            "--weir.connections.body-timeout=1s",
            "--weir.connections.body-rate=1KB");

    String PUBLISHER = "X-API-Key: " + SuiteSettings.PUBLISHER_KEY;

    @Test
    default void x02_aConnectionThatSendsNothingEnds() {
        try (Connection connection = server().connect("127.0.0.1")) {
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    /** A request head that arrives byte by byte ends the connection. No byte may restart the time limit of the head. */
    @ParameterizedTest
    @ValueSource(strings = {"G", "\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: "})
    default void x02_aHeadThatTricklesEndsTheConnection(String begin) {
        try (Connection connection = server().connect("127.0.0.1").send(begin.getBytes(StandardCharsets.US_ASCII))) {
            assertThat(connection.stirsWhileItTrickles(begin.isBlank() ? "\r\n" : "x"))
                    .isTrue();
            assertNoneOrRefusal(connection);
        }
    }

    @Test
    default void x02_aSecondHeadThatTricklesEndsTheConnection() {
        try (Connection connection = server().open("GET", "/files/text.txt")) {
            connection.answer().assertStatus(200);
            connection.send("GET ".getBytes(StandardCharsets.US_ASCII));
            assertThat(connection.stirsWhileItTrickles("/")).isTrue();
            assertNoneOrRefusal(connection);
        }
    }

    /** If this fails, check that a new connection does not inherit the state of an earlier connection. */
    @Test
    default void x02_aLateHeadTakesNoTimeFromTheNextConnection() {
        try (Connection late = server().connect("127.0.0.1").send(new byte[] {'G'})) {
            late.untilItEnds();
        }
        byte[] begin = "GET /files/text.txt HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] end = "Host: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Connection next = server().connect("127.0.0.1").send(begin)) {
            assertThat(next.stirsWithin(1_000)).as("the connection has ended").isFalse();
            next.send(end).answer().assertStatus(200);
        }
    }

    private static void assertNoneOrRefusal(Connection connection) {
        byte[] rest = connection.untilItEnds();
        if (rest.length > 0) {
            assertThat(new String(rest, StandardCharsets.ISO_8859_1)).startsWith("HTTP/1.1 4");
        }
    }

    /** If this fails, check that the time limit of the second request's head does not include the pause before it. */
    @Test
    default void x02_betweenTwoRequestsAConnectionMayRest() {
        try (Connection connection = server().open("GET", "/files/text.txt")) {
            connection.answer().assertStatus(200);
            assertThat(connection.stirsWithin(4_000))
                    .as("the connection has ended")
                    .isFalse();
            connection.send("GET", "/files/text.txt").answer().assertStatus(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x02_aBodyThatNeverComesIsTooSlow(String target, String type) {
        try (Connection connection = post(target, type, "Content-Length: 100")) {
            connection.answer().assertRefusedWith(Problem.TOO_SLOW);
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x02_aBodyThatTricklesIsTooSlow(String target, String type) {
        try (Connection connection = post(target, type, "Content-Length: 60000")) {
            assertThat(connection.stirsWhileItTrickles("x")).isTrue();
            connection.answer().assertRefusedWith(Problem.TOO_SLOW);
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"/events, text/plain", "/ws, text/xml"})
    default void x02_chunksThatTrickleAreTooSlow(String target, String type) {
        try (Connection connection = post(target, type, "Transfer-Encoding: chunked")) {
            assertThat(connection.stirsWhileItTrickles("1\r\nx\r\n")).isTrue();
            connection.answer().assertRefusedWith(Problem.TOO_SLOW);
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    /** If this fails, check that the time limit of a request body grows with the number of received bytes. */
    @Test
    default void x02_aBodyThatIsSlowAndSteadyIsTaken() {
        try (Connection connection = post("/events", "text/plain", "Content-Length: 30000")) {
            for (int i = 0; i < 30; i++) {
                connection.send("x".repeat(1_000).getBytes(StandardCharsets.US_ASCII));
                assertThat(i < 29 && connection.stirsWithin(100)).isFalse();
            }
            connection.answer().assertStatus(201);
        }
    }

    /**
     * The server does not wait for a body that it does not need. It answers at once, and then closes the connection. If
     * this fails, check what happens to a body that no code reads.
     */
    @ParameterizedTest
    @CsvSource({
        "POST, /nothing, text/plain, 404",
        "POST, /ws, text/plain, 415",
        "GET, /files/text.txt, text/plain, 200",
        "PUT, /files/text.txt, text/plain, 405",
        "GET, /, text/plain, 200"
    })
    default void x02_aBodyThatNobodyWantsIsNotWaitedFor(String method, String target, String type, int status) {
        try (Connection connection =
                server().open(method, target, "Content-Type: " + type, "Content-Length: 1000000")) {
            connection.answer().assertStatus(status);
            assertThat(connection.stirsWhileItTrickles("x")).isTrue();
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    /** A client with too large a body can read the refusal. The server must read on before it closes the connection. */
    @ParameterizedTest
    @ValueSource(strings = {"Expect: 100-continue", "Expect-not: anything"})
    default void x02_aClientThatSendsTooMuchReadsTheRefusal(String expectation) {
        byte[] much = new byte[1024 * 1024];
        for (int i = 0; i < 20; i++) {
            try (Connection connection = server().connect("127.0.0.1")) {
                connection.send(
                        "POST",
                        "/events",
                        much,
                        PUBLISHER,
                        "Content-Type: text/plain",
                        "Content-Length: " + much.length,
                        expectation);
                connection.answer().assertRefusedWith(Problem.TOO_LARGE);
            }
        }
    }

    /** If this fails, check that a pipelined request with {@code Connection: close} is answered before the close. */
    @Test
    default void x02_aRequestThatEndsTheConnectionIsAnsweredBehindAnother() {
        try (Connection connection = server().connect("127.0.0.1")) {
            String last = "GET /files/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            String other = "GET /files/text.txt HTTP/1.1\r\nHost: a\r\n\r\n";
            connection.send((other + last + other).getBytes(StandardCharsets.US_ASCII));
            connection.answer().assertStatus(200);
            Answer second = connection.answer();
            second.assertStatus(404);
            assertThat(second.field("Connection")).isEqualToIgnoringCase("close");
            assertThat(connection.hasEnded()).isTrue();
        }
    }

    /** The server must ignore a request to upgrade to HTTP/2 (RFC 9110, 7.8, allows this) and answer over HTTP/1.1. */
    @Test
    default void x05_anUpgradeIsDeclined() {
        try (Connection connection = server().open(
                        "GET",
                        "/files/text.txt",
                        "Connection: Upgrade, HTTP2-Settings",
                        "Upgrade: h2c",
                        "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA")) {
            Answer answer = connection.answer();
            answer.assertStatus(200);
            assertThat(answer.text()).isEqualTo(SuiteFiles.TEXT);
            connection.send("GET", "/files/text.txt").answer().assertStatus(200);
        }
    }

    private Connection post(String target, String type, String length) {
        return server().open("POST", target, PUBLISHER, "Content-Type: " + type, length);
    }
}
