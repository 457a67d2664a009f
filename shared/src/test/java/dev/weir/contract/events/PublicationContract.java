package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests refused publications, and the limits of valid ones (rules P01, P03). */
public interface PublicationContract extends ContractPart {
    int MOST_BYTES = 64 * 1024;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "1",
                "{}",
                "{\"data\":1} x",
                "{\"data\":1}{\"data\":2}",
                "{\"data\":1,\"data\":2}",
                "{\"data\":1,\"tpoic\":\"a\"}",
                "{\"data\":1,\"topic\":5}",
                "{\"data\":1,\"topic\":\"\"}",
                "{\"data\":1,\"topic\":\" a\"}",
                "{\"data\":1,\"topic\":\"a\\nb\"}",
                "{\"data\":1,\"type\":\"a\\rid: 7\"}",
                "{\"data\":1,\"type\":\"\"}",
                "{\"data\":1,\"type\":\"gap\"}",
                "{'data':1}",
                "{\"data\":NaN}"
            })
    default void p03_jsonThatIsNoEventIsRefused(String body) {
        assertRefused("/events", "application/json", body.getBytes(StandardCharsets.UTF_8), Problem.MALFORMED_EVENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"topic=", "topic=%0A", "topic=a%0Ab", "type=", "type=gap", "type=a%0D", "type=%20"})
    default void p03_aNameThatCannotBeIsRefused(String query) {
        assertRefused("/events?" + query, "text/plain", new byte[] {'x'}, Problem.MALFORMED_EVENT);
    }

    @Test
    default void p03_aBodyThatIsNotUtf8IsRefused() {
        assertRefused("/events", "text/plain", new byte[] {'a', (byte) 0xE9}, Problem.MALFORMED_EVENT);
        byte[] json = "{\"data\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertRefused("/events", "application/json", json, Problem.MALFORMED_EVENT);
    }

    /**
     * The limit of 64 KiB is on the data of an event. The body of the request may be much longer, because JSON may
     * escape each character. The frame in the stream may be longer, too, because each line of data has a field of its
     * own.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"x|x", "`\n`|\\n", "`\n`|\\u000a", "x|\\u0078", "`\u0001`|\\u0001"})
    default void p03_theDataHasAnEnd(String character, String escaped) {
        String most = character.repeat(MOST_BYTES);
        try (EventStream stream = EventStream.open(server(), "/events");
                PublishingClient publisher = new PublishingClient(server())) {
            // Read at the same time, because the server cuts off a subscriber that does not read for a second (E07).
            CompletableFuture<List<String>> came =
                    CompletableFuture.supplyAsync(() -> stream.data(2), Thread::startVirtualThread);
            publisher.post("/events", "text/plain", most).assertStatus(201);
            publisher
                    .post("/events", "application/json", "{\"data\":\"" + escaped.repeat(MOST_BYTES) + "\"}")
                    .assertStatus(201);
            assertThat(came.join()).containsExactly(most, most);
        }
        byte[] tooMuch = (most + character).getBytes(StandardCharsets.UTF_8);
        assertRefused("/events", "text/plain", tooMuch, Problem.TOO_LARGE);
        byte[] json = ("{\"data\":\"" + escaped.repeat(MOST_BYTES + 1) + "\"}").getBytes(StandardCharsets.UTF_8);
        assertRefused("/events", "application/json", json, Problem.TOO_LARGE);
    }

    @Test
    default void p03_aBodyHasAnEnd() {
        assertRefused("/events", "application/json", new byte[7 * MOST_BYTES], Problem.TOO_LARGE);
    }

    /**
     * JSON that the parser refuses gets 400. If this fails, check that the server also catches exceptions of the JDK
     * that the parser throws, such as {@link ArithmeticException}.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":1e99999999999}",
                "{\"data\":[1E-99999999999]}",
                "{\"data\":{\"a\":{\"a\":1e2147483648}}}",
                "{\"topic\":1e99999999999,\"data\":1}",
                "{\"data\":{\"a\":1,\"a\":2}}",
                "{\"data\":\"\\ud800\"}",
                "{\"data\":[\"\\udc00\\ud800\"]}",
                "{\"data\":{\"\\ud800\":1}}",
                "{\"data\":\"\\u12\"}",
                "{\"data\":[}"
            })
    default void p03_jsonThatTheParserRefusesIsMalformed(String body) {
        assertRefused("/events", "application/json", body.getBytes(StandardCharsets.UTF_8), Problem.MALFORMED_EVENT);
    }

    @ParameterizedTest
    @CsvSource({"[,30000,]", "1,20000,1", "{\"a\":,20000,1", "0.1,20000,1"})
    default void p03_aLimitOfTheParserIsNoFailure(String begin, int times, String end) {
        String body = "{\"data\":" + begin.repeat(times) + end.repeat(times) + "}";
        assertRefused("/events", "application/json", body.getBytes(StandardCharsets.UTF_8), Problem.MALFORMED_EVENT);
    }

    /** If this fails, check that the server counts the bytes of a body of unknown length while it reads them. */
    @Test
    default void p03_anEventHasAnEndThatItDoesNotSayBefore() {
        postOfUnknownLength("x".repeat(MOST_BYTES + 1)).assertRefusedWith(Problem.TOO_LARGE);
    }

    /** The server must accept trailer fields after a request body, and must ignore them (RFC 9110, 6.5). */
    @Test
    default void p01_fieldsMayFollowAContentOfUnknownLength() {
        postOfUnknownLength("x", "X-Checksum: " + "c".repeat(512)).assertStatus(201);
    }

    private Answer postOfUnknownLength(String content, String... trailers) {
        try (Connection connection = server().connect("127.0.0.1")) {
            return connection
                    .sendOfUnknownLength(
                            "POST",
                            "/events",
                            content,
                            List.of(trailers),
                            "X-API-Key: " + SuiteSettings.PUBLISHER_KEY,
                            "Content-Type: text/plain")
                    .answer();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/xml",
                "text/html",
                "application/problem+json",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=b",
                "text/plain; charset=iso-8859-1",
                "application/json; charset=utf-16",
                "nonsense",
                ""
            })
    default void p03_anotherMediaTypeIsRefused(String contentType) {
        assertRefused("/events", contentType, new byte[] {'x'}, Problem.UNSUPPORTED_MEDIA_TYPE);
    }

    private void assertRefused(String target, String contentType, byte[] body, Problem problem) {
        double before = server().meter("weir.events.published");
        try (PublishingClient publisher = new PublishingClient(server())) {
            publisher.post(target, contentType, body).assertRefusedWith(problem);
        }
        assertThat(server().meter("weir.events.published")).isEqualTo(before);
    }
}
