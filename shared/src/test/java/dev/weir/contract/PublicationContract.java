package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be published: P01, P03. */
public interface PublicationContract extends ServerUnderTest {
    int MOST_BYTES = 64 * 1024;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "{\"data\":\"text\"}|-|text",
                "{\"data\":\"two\\nlines \\u20ac\"}|-|`two\nlines \u20ac`",
                "{\"type\":\"t\",\"data\":\"\",\"topic\":\"u\"}|t|``",
                "{\"type\":null,\"topic\":null,\"data\":1}|-|1",
                "{\"data\":null}|-|null",
                "{\"data\":[true, 2.5, \"a\", {}]}|-|[true,2.5,\"a\",{}]",
                " { \"data\" : { \"a\" : [ 1 , null ] , \"b c\" : \" d \" } } |-|{\"a\":[1,null],\"b c\":\" d \"}"
            })
    default void p01_jsonIsPublished(String body, String type, String data) {
        for (String contentType : new String[] {"application/json", "Application/JSON; charset=UTF-8"}) {
            try (EventStream stream = EventStream.open(server(), "/events");
                    EventPublisher publisher = new EventPublisher(server())) {
                Answer answer = publisher.post("/events", contentType, body);
                answer.assertStatus(201);
                assertThat(answer.field("Content-Type")).isEqualTo("application/json");
                Event event = stream.next();
                assertThat(answer.text()).isEqualTo("{\"id\":\"" + event.id() + "\"}");
                assertThat(event).isEqualTo(new Event(event.id(), type, data));
            }
        }
    }

    @Test
    default void p01_aTopicMayBeGivenEitherWay() {
        try (EventStream stream = EventStream.open(server(), "/events?topic=%C3%A9t%C3%A9");
                EventPublisher publisher = new EventPublisher(server())) {
            publisher
                    .post("/events", "application/json", "{\"topic\":\"\u00e9t\u00e9\",\"data\":1}")
                    .assertStatus(201);
            publisher.post("/events?topic=%C3%A9t%C3%A9", "text/plain", "2").assertStatus(201);
            publisher
                    .post("/events?topic=%C3%A9t%C3%A9", "text/plain; charset=us-ascii", "3")
                    .assertStatus(201);
            assertThat(stream.data(3)).containsExactly("1", "2", "3");
        }
    }

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
    default void p03_whatIsNotUtf8IsRefused() {
        assertRefused("/events", "text/plain", new byte[] {'a', (byte) 0xE9}, Problem.MALFORMED_EVENT);
        byte[] json = "{\"data\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertRefused("/events", "application/json", json, Problem.MALFORMED_EVENT);
    }

    @Test
    default void p03_anEventHasAnEnd() {
        try (EventStream stream = EventStream.open(server(), "/events");
                EventPublisher publisher = new EventPublisher(server())) {
            String most = "x".repeat(MOST_BYTES);
            publisher.post("/events", "text/plain", most).assertStatus(201);
            assertThat(stream.next().data()).isEqualTo(most);
        }
        assertRefused("/events", "text/plain", new byte[MOST_BYTES + 1], Problem.TOO_LARGE);
        assertRefused("/events", "application/json", new byte[MOST_BYTES + 1], Problem.TOO_LARGE);
    }

    /** If this fails, check that a body without a length is counted while it is read. */
    @Test
    default void p03_anEventHasAnEndThatItDoesNotSayBefore() {
        postChunk("x".repeat(MOST_BYTES + 1), "").assertRefusedWith(Problem.TOO_LARGE);
    }

    /** Nobody reads them; a sender may not know that (RFC 9110, 6.5). */
    @Test
    default void p01_fieldsMayFollowAContentThatComesInChunks() {
        postChunk("x", "X-Checksum: " + "c".repeat(512) + "\r\n").assertStatus(201);
    }

    private Answer postChunk(String content, String trailers) {
        byte[] chunks = (Integer.toHexString(content.length()) + "\r\n" + content + "\r\n0\r\n" + trailers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (Connection connection = server().connect("127.0.0.1")) {
            return connection
                    .send(
                            "POST",
                            "/events",
                            chunks,
                            "X-API-Key: " + SuiteSettings.PUBLISHER_KEY,
                            "Content-Type: text/plain",
                            "Transfer-Encoding: chunked")
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

    /** It is refused, and nothing is published. */
    private void assertRefused(String target, String contentType, byte[] body, Problem problem) {
        double before = server().meter("weir.events.published");
        try (EventPublisher publisher = new EventPublisher(server())) {
            publisher.post(target, contentType, body).assertRefusedWith(problem);
        }
        assertThat(server().meter("weir.events.published")).isEqualTo(before);
    }
}
