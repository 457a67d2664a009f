package dev.weir.contract.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Output;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.http.SlowRequestContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.LoggedAccess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests trailer fields after the body of an HTTP/2 request (RFC 9113, 8.1). */
public interface TrailerContract extends ContractPart {
    int PAUSE_MILLIS = 100;

    /**
     * The whole body has arrived, with as many bytes as its Content-Length says. Trailer fields come a moment later. If
     * this fails, check how the server notices the end of such a body.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "abc"})
    default void p01_fieldsMayFollowAContentOfKnownLength(String content) {
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = begin(connection, "/events", "Content-Length: " + content.length());
            stream.send(content.getBytes(StandardCharsets.US_ASCII), false);
            end(connection, stream, "X-Checksum: abc");
            stream.rest(0).assertStatus(201);
        }
    }

    /**
     * The trailer fields have one that HTTP/2 forbids, so the server resets the stream (RFC 9113, 8.1.1 and 8.2.2). If
     * this fails, check that the server does not take the reset for the end of the body, and that the request ends.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3", "X-No-Length: 1"})
    default void p01_forbiddenFieldsAfterTheContentPublishNothing(String field) {
        long last = server().events().last();
        String mark = LoggedAccess.mark();
        try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
            Http2Stream stream = begin(connection, "/events?" + mark, field, "Expect: 100-continue");
            stream.awaitContinue();
            stream.send(new byte[] {'a', 'b', 'c'}, false);
            end(connection, stream, "Connection: close");
            LoggedAccess.with(mark, server());
        }
        assertThat(server().events().last()).isEqualTo(last);
    }

    private static Http2Stream begin(Http2Connection connection, String target, String... fields) {
        return connection.begin(
                "POST",
                target,
                Stream.concat(Stream.of(SlowRequestContract.PUBLISHER, "Content-Type: text/plain"), Stream.of(fields))
                        .toArray(String[]::new));
    }

    /** Sends the trailer field when the server has read what came before. */
    private static void end(Http2Connection connection, Http2Stream stream, String trailer) {
        while (connection.stirsWithin(PAUSE_MILLIS)) {}
        connection.output().headers(stream.id(), Http2Output.fields(List.of(trailer)), true);
    }
}
